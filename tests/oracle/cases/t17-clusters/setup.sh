sacctmgr -i add cluster alpha,beta
sacctmgr -i add account shared description=x
sacctmgr -i add account only cluster=alpha parent=shared
