as co sacctmgr -i add user ann account=chem wckey=wco
