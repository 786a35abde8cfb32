sacctmgr -i modify qos q2 set preempt=q1
