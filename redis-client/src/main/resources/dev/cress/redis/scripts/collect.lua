-- Removes keys at their previous owner after the owner has authority. KEYS out,k… ARGV text of the open fence.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return -1 end
return redis.call('UNLINK', unpack(KEYS, 2))
