sacctmgr -i modify qos set priority=3 where name=q1
