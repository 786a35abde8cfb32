sacctmgr -i modify qos where user=ann set prio=2
