sacctmgr -i add account x,v,w
