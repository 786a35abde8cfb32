sacctmgr -i add cluster z1 class=capac maxjobs=3
