sacctmgr -i add user y account=b qos=q1,q2
