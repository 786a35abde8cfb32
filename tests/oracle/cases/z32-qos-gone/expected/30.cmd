sacctmgr -i modify account a set qos=
