sacctmgr -i add qos gold priority=100 maxwall=1-0 flags=DenyOnLimit
sacctmgr -i add qos silver priority=50
sacctmgr -i add account phys description="physics department" organization=science fairshare=30
sacctmgr -i add account optics parent=phys fairshare=4 maxjobs=20
sacctmgr -i add account chem fairshare=20 grptres=cpu=100,mem=5G
sacctmgr -i add user ann,bob account=phys fairshare=2
sacctmgr -i add user bob account=optics
sacctmgr -i add user cy account=chem qos=+gold defaultqos=gold
sacctmgr -i add coordinator account=phys names=ann
