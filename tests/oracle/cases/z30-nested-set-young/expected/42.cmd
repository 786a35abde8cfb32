sacctmgr -nP list assoc format=id,account,user,partition,lft,rgt,parentid
