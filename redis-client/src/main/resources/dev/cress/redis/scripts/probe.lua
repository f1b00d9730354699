-- Has the owner authority over the key? If not, what time is it there?
if auth then return {'AUTH'} end
return {'MISS', now}
