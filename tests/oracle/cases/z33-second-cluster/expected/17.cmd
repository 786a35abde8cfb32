sacctmgr dump cluster file=c.cfg
