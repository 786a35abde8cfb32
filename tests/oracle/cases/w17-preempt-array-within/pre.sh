sacctmgr -i add qos low priority=10
sacctmgr -i add qos mid priority=100 preempt=low
sacctmgr -i add qos high priority=1000 preempt=low,mid
sacctmgr -i add qos self priority=50 preemptmode=within
sacctmgr -i add qos low2 priority=10
sacctmgr -i modify qos high set preempt+=low2
