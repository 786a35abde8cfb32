as stranger sacctmgr -i load file=cluster.cfg clean
