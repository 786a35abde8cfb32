sacctmgr -i add qos low priority=10
sacctmgr -i add qos mid priority=100 preempt=low
sacctmgr -i add qos high priority=1000 preempt=low,mid
sacctmgr -i modify qos mid set preemptexempttime=00:00:30
