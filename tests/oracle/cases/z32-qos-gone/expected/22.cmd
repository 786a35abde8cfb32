sacctmgr -i modify user v set qos+=q3
