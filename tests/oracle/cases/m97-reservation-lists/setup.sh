sacctmgr -i add account phys,chem
sacctmgr -i add account sub parent=phys
sacctmgr -i add user ann account=phys
sacctmgr -i add user bob account=chem
sacctmgr -i add qos high
