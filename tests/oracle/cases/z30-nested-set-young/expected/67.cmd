sacctmgr -i delete user u1,v1,w1,w2,x1,x2,y,z,q,e1
