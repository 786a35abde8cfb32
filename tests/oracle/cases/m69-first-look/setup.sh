sacctmgr -i add qos one set maxjobsperuser=0 maxwall=10
sacctmgr -i modify account bedrock set maxwall=60
sacctmgr -i modify user fred set qos+=one
