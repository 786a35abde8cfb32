as adm sacctmgr -i modify cluster cluster set fairshare=1
