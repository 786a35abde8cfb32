sacctmgr -nP list assoc withdeleted wopl format=id,cluster,account,user,partition,lft,rgt
