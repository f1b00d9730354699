-- Opens a server as owner. KEYS in,marks ARGV version nonce. Returns the text in force, '' if there is no fence.
local c = redis.call('GET', KEYS[1])
if not c then return '' end
local v = tonumber(ARGV[1])
local cv, cr = string.match(c, '^(%d+):(%d+)')
if tonumber(cv) > v or (tonumber(cv) == v and cr ~= '0') then return c end
redis.call('UNLINK', KEYS[2])
redis.call('ZADD', KEYS[2], '+inf', '__cress__:')
redis.call('SET', KEYS[1], ARGV[1] .. ':1:' .. ARGV[2])
return ARGV[1] .. ':1:' .. ARGV[2]
