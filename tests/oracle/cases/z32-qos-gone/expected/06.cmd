sacctmgr -i add user w account=b qos=+q1
