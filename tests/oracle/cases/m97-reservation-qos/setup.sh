sacctmgr -i modify account root set qos+=high,zz,aa
