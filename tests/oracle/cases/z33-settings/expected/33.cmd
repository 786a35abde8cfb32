sacctmgr -i add cluster z3 class=nope
