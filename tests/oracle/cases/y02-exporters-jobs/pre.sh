sacctmgr -i -Q add qos high priority=1000 maxwall=2-00:00:00 flags=DenyOnLimit grptres=cpu=640
sacctmgr -i -Q add qos low priority=10 maxjobspu=5 maxsubmitjobspu=20 maxtrespu=cpu=64,node=4 preempt=normal usagefactor=0.5 gracetime=60
