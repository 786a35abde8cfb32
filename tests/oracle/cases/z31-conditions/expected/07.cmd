sacctmgr -nP list assoc format=account,user,partition,share,maxjobs,qos,defaultqos
