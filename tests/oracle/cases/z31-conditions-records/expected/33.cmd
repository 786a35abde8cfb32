sacctmgr -i modify account A,B where qos=normal set desc=foo maxjobs=16
