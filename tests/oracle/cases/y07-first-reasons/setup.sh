sacctmgr -i -Q modify account name=solid-state-and-materials set maxwall=1-00:00:00
sacctmgr -i -Q modify user bob set maxjobs=1
sacctmgr -i -Q add qos tiny maxtrespu=cpu=4
sacctmgr -i -Q modify account name=physics set qos+=tiny
