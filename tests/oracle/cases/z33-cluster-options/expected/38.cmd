sacctmgr -i modify cluster where class=capac set maxjobs=13
