sacctmgr -i add user z1,z2 account=a,b partition=q,p
