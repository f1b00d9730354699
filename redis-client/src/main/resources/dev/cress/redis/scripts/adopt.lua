-- Gives the owner authority over the key. ARGV fence deadline absExpire payload markLife.
if auth then return {'AUTH'} end
if now > tonumber(ARGV[2]) then return {'LATE', now} end
if ARGV[4] ~= '' then
  redis.call('RESTORE', KEYS[1], ARGV[3], ARGV[4], 'ABSTTL')
  redis.call('ZADD', KEYS[3], '+inf', KEYS[1])
else
  redis.call('ZADD', KEYS[3], ARGV[5] == '+inf' and '+inf' or now + ARGV[5], KEYS[1])
end
return {'MOVED'}
