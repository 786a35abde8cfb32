sacctmgr -i add user pebbles account=bedrock partition=debug,long fairshare=4
sacctmgr -i add qos high priority=50
sacctmgr -i modify account managers set qos+=high priority=7
