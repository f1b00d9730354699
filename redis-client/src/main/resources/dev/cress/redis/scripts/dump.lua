-- Reads a key at its previous owner. KEYS k,out ARGV version maxSize.
local f = redis.call('GET', KEYS[2])
if not f then return {'FENCE', ''} end
local v, r = string.match(f, '^(%d+):(%d+)')
if v ~= ARGV[1] or r == '0' then return {'FENCE', f} end
if r == '2' then return {'CLOSED'} end
-- PTTL comes first: MEMORY USAGE also finds a key that has expired but is not removed yet.
local ttl = redis.call('PTTL', KEYS[1])
if ttl == -2 then return {'NONE'} end
local size = redis.call('MEMORY', 'USAGE', KEYS[1])
if size > tonumber(ARGV[2]) then return {'LARGE', size} end
return {'DUMP', redis.call('DUMP', KEYS[1]), ttl}
