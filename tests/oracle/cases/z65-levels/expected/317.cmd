as stranger sacctmgr -i modify cluster cluster set fairshare=1
