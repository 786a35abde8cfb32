sacctmgr -i modify user x set qos-=q3
