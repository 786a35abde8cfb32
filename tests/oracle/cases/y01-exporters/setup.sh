sacctmgr -i -Q add user dan account=biology partition=debug fairshare=7
sacctmgr -i -Q add coordinator account=physics names=ann
sacctmgr -i -Q modify account where name=physics set qos+=high,low
sacctmgr -i -Q modify account name=solid-state-and-materials set maxwall=1-00:00:00
