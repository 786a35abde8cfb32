sacctmgr -i add qos fast,slow,huge
sacctmgr -i add cluster other
