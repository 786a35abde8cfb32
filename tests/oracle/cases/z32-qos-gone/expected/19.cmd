sacctmgr dump cluster file=d1
