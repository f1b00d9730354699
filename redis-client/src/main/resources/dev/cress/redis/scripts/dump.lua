-- Reads a key at its previous owner. KEYS k,out ARGV version maxSize.
local f = redis.call('GET', KEYS[2])
if not f then return {'FENCE', ''} end
local v, r = string.match(f, '^(%d+):(%d+)')
if v ~= ARGV[1] or r == '0' then return {'FENCE', f} end
if r == '2' then return {'CLOSED'} end
local size = redis.call('MEMORY', 'USAGE', KEYS[1])
if not size then return {'NONE'} end
if size > tonumber(ARGV[2]) then return {'LARGE', size} end
return {'DUMP', redis.call('DUMP', KEYS[1]), redis.call('PTTL', KEYS[1])}
