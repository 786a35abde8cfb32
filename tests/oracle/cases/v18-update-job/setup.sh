sacctmgr -i modify account bedrock set qos+=fast
