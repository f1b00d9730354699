-- Ends a server's role as owner. KEYS in,marks ARGV version.
local c = redis.call('GET', KEYS[1])
if c then
  local v, r = string.match(c, '^(%d+):(%d+)')
  if tonumber(v) > tonumber(ARGV[1]) or (v == ARGV[1] and r == '2') then return c end
end
redis.call('SET', KEYS[1], ARGV[1] .. ':2')
redis.call('UNLINK', KEYS[2])
return ARGV[1] .. ':2'
