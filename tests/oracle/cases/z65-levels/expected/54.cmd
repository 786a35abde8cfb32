as op sacctmgr -i load file=cluster.cfg clean
