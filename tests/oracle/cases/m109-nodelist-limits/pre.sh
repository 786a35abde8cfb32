sacctmgr -i add qos high priority=10 preempt=low
sacctmgr -i add qos low maxwall=10 maxjobsperuser=2
sacctmgr -i add qos pq maxtresperjob=cpu=8 flags=denyonlimit
