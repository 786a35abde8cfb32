sacctmgr -i add qos low priority=10
sacctmgr -i add qos high priority=1000 preempt=low
sacctmgr -i add qos one priority=10 grpjobs=1
sacctmgr -i modify qos high set preempt+=one
