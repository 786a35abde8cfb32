sacctmgr -nP list assoc withraw format=account,user,qos,qosraw,defaultqos
