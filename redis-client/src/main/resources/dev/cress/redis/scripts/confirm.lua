-- The previous owner's copies are gone: their marks may end. KEYS in,marks ARGV fence life key…. Also prunes; returns how many marks will end later.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return -1 end
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
for i = 3, #ARGV do redis.call('ZADD', KEYS[2], 'XX', now + ARGV[2], ARGV[i]) end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
return redis.call('ZCOUNT', KEYS[2], '-inf', '(+inf')
