as co sacctmgr -i add qos qco priority=51
