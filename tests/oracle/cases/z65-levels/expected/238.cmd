sacctmgr -nP list assoc user=boss format=user,account,share,maxjobs
