sacctmgr -i modify account where desc=a cluster=cluster set maxjobs=16
