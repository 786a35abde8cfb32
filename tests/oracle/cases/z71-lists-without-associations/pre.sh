sacctmgr -i add qos fast priority=20 grptres=cpu=100 flags=DenyOnLimit description="Fast Lane"
sacctmgr -i add qos slow priority=1 usagefactor=0.5 maxjobsperuser=3 maxwall=1-0
sacctmgr -i add qos big gracetime=30 preempt=slow preemptmode=requeue maxtresperuser=cpu=40,mem=100G
