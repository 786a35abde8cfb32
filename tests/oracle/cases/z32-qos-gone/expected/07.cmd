sacctmgr -i add user x account=b qos=-q1
