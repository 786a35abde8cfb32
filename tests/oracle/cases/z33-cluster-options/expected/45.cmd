sacctmgr -i modify qos set maxjobspu=3 where name=q1
