as op sacctmgr -i add user ann account=chem wckey=wop
