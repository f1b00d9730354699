-- Which commands of a migration may this user not call? KEYS a key of ours. Leaves nothing behind.
local k = KEYS[1]
local calls = {
  {'EXISTS', k}, {'SET', k, '1'}, {'GET', k}, {'PTTL', k}, {'MEMORY', 'USAGE', k}, {'DUMP', k}, {'UNLINK', k},
  {'ZADD', k, '1', 'm'}, {'ZSCORE', k, 'm'}, {'ZREMRANGEBYSCORE', k, '-inf', '+inf'}, {'ZCOUNT', k, '-inf', '(+inf'},
  {'UNLINK', k}, {'TIME'}, {'RESTORE', k, '0', 'x', 'ABSTTL'}
}
local denied = {}
for _, call in ipairs(calls) do
  local reply = redis.pcall(unpack(call))
  if type(reply) == 'table' and reply['err'] then
    local err = string.lower(reply['err'])
    if string.find(err, "can't run") or string.find(err, 'noperm') or string.find(err, 'acl failure') or string.find(err, 'no permissions') then
      denied[#denied + 1] = call[1]
    end
  end
end
redis.pcall('UNLINK', k)
return denied
