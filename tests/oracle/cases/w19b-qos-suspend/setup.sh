sacctmgr -i modify account root set qos=normal,low,high,one
