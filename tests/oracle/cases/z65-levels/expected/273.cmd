as low sacctmgr -i load file=cluster.cfg clean
