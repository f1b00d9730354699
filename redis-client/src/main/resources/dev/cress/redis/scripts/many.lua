end
-- Calls the script above for one key after the other, as if each were a call of its own; an error
-- concerns its key only. Each answer is led by its length. KEYS shared…,k… ARGV count of shared
-- KEYS, count of shared ARGV, bytes of answers after which it stops, shared ARGV…, own ARGV of each….
local sharedKeys, sharedArgs, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local count = #KEYS - sharedKeys
local own = (#ARGV - 3 - sharedArgs) / count
local answers, size = {}, 0
for i = 1, count do
  local keys, args = {KEYS[sharedKeys + i], unpack(KEYS, 1, sharedKeys)}, {unpack(ARGV, 4, 3 + sharedArgs)}
  for j = 1, own do args[sharedArgs + j] = ARGV[3 + sharedArgs + (i - 1) * own + j] end
  local fine, answer = pcall(one, keys, args)
  if not fine then answer = {'ERROR', type(answer) == 'table' and answer.err or tostring(answer)} end
  answers[#answers + 1] = #answer
  for j = 1, #answer do
    answers[#answers + 1] = answer[j]
    if type(answer[j]) == 'string' then size = size + #answer[j] end
  end
  if size >= most then break end
end
return answers
