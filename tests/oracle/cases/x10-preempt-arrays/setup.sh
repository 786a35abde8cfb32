sacctmgr -i modify account root set qos=normal,low,tiny,mid,high
