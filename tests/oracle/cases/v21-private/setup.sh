sacctmgr -i add coordinator account=bedrock name=fred
