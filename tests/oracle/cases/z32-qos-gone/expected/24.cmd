sacctmgr -i modify user w set qos+=q2
