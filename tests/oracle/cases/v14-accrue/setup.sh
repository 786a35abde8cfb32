sacctmgr -i modify user fred set maxjobsaccrue=2
sacctmgr -i modify account managers set grpjobsaccrue=0
sacctmgr -i modify account quarry,bedrock,managers set qos+=one
