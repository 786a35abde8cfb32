sacctmgr -i modify qos where account=A set prio=2
