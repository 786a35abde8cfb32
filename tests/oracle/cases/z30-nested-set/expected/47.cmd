sacctmgr -i delete account a,b,n,o,x,y
