as stranger sacctmgr -i add qos qstranger priority=51
