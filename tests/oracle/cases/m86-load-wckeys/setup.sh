sacctmgr -i add qos gold priority=100 flags=DenyOnLimit maxjobspu=3 grptres=cpu=50
sacctmgr -i add qos silver priority=1 maxwall=90
sacctmgr -i add coordinator account=phys names=ann
sacctmgr -i modify account chem set qos+=gold,silver
