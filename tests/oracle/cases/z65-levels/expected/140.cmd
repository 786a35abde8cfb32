sacctmgr -Q -i add account bio fairshare=parent
