sacctmgr -Q -i add user fay account=bio fairshare=2
