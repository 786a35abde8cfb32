sacctmgr -i add cluster c2 fairshare=3 maxjobs=4 qos=q1,q2 defaultqos=q1
