sacctmgr -i add user y,z account=x,v,vv partition=p1,p2
