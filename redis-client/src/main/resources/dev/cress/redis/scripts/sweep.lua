-- Removes leftovers before a window opens. KEYS in,k… ARGV version.
local f = redis.call('GET', KEYS[1])
if not f then return -1 end
local v, r = string.match(f, '^(%d+):(%d+)')
if tonumber(v) > tonumber(ARGV[1]) or (v == ARGV[1] and r ~= '0') then return -1 end
return redis.call('UNLINK', unpack(KEYS, 2))
