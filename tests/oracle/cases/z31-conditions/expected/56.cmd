sacctmgr -i modify user ann where partition='' set fairshare=30
