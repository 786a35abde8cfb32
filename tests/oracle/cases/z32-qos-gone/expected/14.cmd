sacctmgr -i modify qos q3 set preempt=q1,q2
