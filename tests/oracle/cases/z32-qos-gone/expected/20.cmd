sacctmgr -nP list qos format=name,preempt
