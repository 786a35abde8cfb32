as co sacctmgr -i load file=cluster.cfg clean
