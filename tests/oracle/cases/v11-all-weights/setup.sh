sacctmgr -i modify account bedrock set priority=40
sacctmgr -i modify user slate set priority=25
sacctmgr -i modify account root,bedrock,managers,quarry set qos+=fast,slow
