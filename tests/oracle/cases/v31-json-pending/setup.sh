sacctmgr -i modify user ann set qos+=gold
