as coc sacctmgr -i load file=cluster.cfg clean
