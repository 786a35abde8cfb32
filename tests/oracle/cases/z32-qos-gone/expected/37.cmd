sacctmgr -nP list assoc format=account,user,qos,qosraw,defaultqos
