-- Head of probe and adopt. KEYS k,in,marks ARGV[1] the text of the owner's fence in this window.
local E, S = ARGV[1], '__cress__:'
local f = redis.call('GET', KEYS[2])
if f ~= E or not redis.call('ZSCORE', KEYS[3], S) then return {'FENCE', f or ''} end
local auth = redis.call('EXISTS', KEYS[1]) == 1 or redis.call('ZSCORE', KEYS[3], KEYS[1])
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
