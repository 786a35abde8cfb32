sacctmgr -i add user v account=b qos=q1
