sacctmgr -i modify user fred barney dino slate root set qos=normal,high,low
sacctmgr -i modify user dino set maxjobs=3 maxsubmit=9
