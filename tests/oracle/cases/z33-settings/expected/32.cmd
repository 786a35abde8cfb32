sacctmgr -i add cluster z2 class=*capab
