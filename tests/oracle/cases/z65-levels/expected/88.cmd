sacctmgr -Q -i add account free fairshare=2
