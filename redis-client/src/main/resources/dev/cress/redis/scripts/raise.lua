-- Raises a fence. KEYS fence ARGV text. Returns the text in force.
local c = redis.call('GET', KEYS[1])
local v, r = string.match(ARGV[1], '^(%d+):(%d+)')
if c then
  local cv, cr = string.match(c, '^(%d+):(%d+)')
  if tonumber(cv) > tonumber(v) or (cv == v and tonumber(cr) >= tonumber(r)) then return c end
end
redis.call('SET', KEYS[1], ARGV[1])
return ARGV[1]
