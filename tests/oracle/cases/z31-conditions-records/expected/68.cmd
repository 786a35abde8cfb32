sacctmgr -i modify account where qos=normal set desc=foo
