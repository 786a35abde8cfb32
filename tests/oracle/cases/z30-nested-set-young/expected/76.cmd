sacctmgr -i add user w1,u1,w2 account=a,b
