sacctmgr -i delete account a,b,x,w,k3
