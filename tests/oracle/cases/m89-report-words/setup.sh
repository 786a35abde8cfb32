sacctmgr -i add user ann wckey=alpha,beta
sacctmgr -i add user bob wckey=alpha
sacctmgr -i add user cy wckey=gamma_long_key_name
sacctmgr -i add qos fast,long
sacctmgr -i modify account phys,chem set qos+=fast,long
sacctmgr -i add user dora wckey=delta
sacctmgr -i add user eve wckey=eps
