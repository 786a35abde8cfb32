sacctmgr -i add account C cluster=c1
