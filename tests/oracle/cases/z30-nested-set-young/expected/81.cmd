sacctmgr -nP list assoc format=id,account,user,lft
