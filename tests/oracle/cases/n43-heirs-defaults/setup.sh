sacctmgr -i add qos silver,gold
sacctmgr -i add account p,a,b,c
sacctmgr -i add account q,r parent=p
sacctmgr -i add user u1,u2 account=p
sacctmgr -i add user v1 account=q
sacctmgr -i add user w1 account=r
sacctmgr -i add account s parent=c
sacctmgr -i add user x1 account=c,s
sacctmgr -i add user old account=a
sacctmgr -i add user n6 account=a
