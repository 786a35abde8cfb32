sacctmgr -i add qos low priority=10 usagefactor=0.5
sacctmgr -i add qos high priority=1000 preempt=low usagefactor=2 grptresrunmins=cpu=1000
