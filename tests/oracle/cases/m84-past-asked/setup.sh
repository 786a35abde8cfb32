sacctmgr -i add user ann wckey=alpha,a_b
sacctmgr -i add user bob wckey=alpha
