sacctmgr -i add qos high priority=100 flags=DenyOnLimit maxjobspu=3 grptres=cpu=50
sacctmgr -i add qos low priority=1 maxwall=90
sacctmgr -i modify account phys,chem,root set qos+=high,low
