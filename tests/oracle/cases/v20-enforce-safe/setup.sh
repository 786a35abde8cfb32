sacctmgr -i modify account bedrock set qos+=fast,deny
sacctmgr -i modify user fred set qos-=fast maxwall=100
sacctmgr -i modify user dino set maxsubmit=1 priority=7
sacctmgr -i modify account managers set maxsubmit=3 grptresmins=cpu=1000
sacctmgr -i add user barney wckey=wk
