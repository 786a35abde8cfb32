sacctmgr -i add cluster c5 class=capac
