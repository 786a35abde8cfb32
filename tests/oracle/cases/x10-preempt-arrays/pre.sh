sacctmgr -i add qos low priority=10
sacctmgr -i add qos tiny priority=5 preemptmode=cancel
sacctmgr -i add qos mid priority=100 preempt=low,tiny
sacctmgr -i add qos high priority=1000 preempt=low,mid,tiny maxtresperuser=cpu=32
