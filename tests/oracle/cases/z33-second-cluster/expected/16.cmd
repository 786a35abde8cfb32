sacctmgr dump c1 file=c1.cfg
