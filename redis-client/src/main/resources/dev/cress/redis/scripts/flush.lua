-- Empties a server but for our own keys. KEYS the keys to keep ARGV the command and its option.
local kept = {}
for i, key in ipairs(KEYS) do kept[i] = redis.call('GET', key) end
local reply = redis.call(unpack(ARGV))
for i, key in ipairs(KEYS) do
  if kept[i] then redis.call('SET', key, kept[i]) end
end
return reply
