sacctmgr -i add qos req flags=RequiresReservation
sacctmgr -i add qos pq maxsubmitjobspu=2
sacctmgr -i add qos pq2 maxsubmitjobspu=2 maxtrespu=cpu=4 flags=DenyOnLimit
sacctmgr -i add qos gw grpwall=3
sacctmgr -i add qos mw maxwall=4
sacctmgr -i add qos gwd grpwall=3 flags=DenyOnLimit
sacctmgr -i add qos mwd maxwall=4 flags=DenyOnLimit
sacctmgr -i add qos ptl flags=PartitionTimeLimit maxwall=30
sacctmgr -i add qos over flags=OverPartQOS maxsubmitjobspu=3
sacctmgr -i add qos pmx flags=PartitionMaxNodes,PartitionMinNodes
true
