sacctmgr -i add qos half usagefactor=0.5
sacctmgr -i add qos twice usagefactor=2
sacctmgr -i add qos free usagefactor=0
sacctmgr -i add qos capped grptresrunmins=cpu=100000
sacctmgr -i modify account bedrock set qos=normal,half,twice,free,capped
sacctmgr -i modify account managers set qos=normal,half,twice,free,capped
sacctmgr -i modify user fred,barney,dino,slate set qos=normal,half,twice,free,capped
