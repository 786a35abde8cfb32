sacctmgr -i modify user fred barney dino slate root set qos=normal,high,low
sacctmgr -i add coordinator account=bedrock names=barney
