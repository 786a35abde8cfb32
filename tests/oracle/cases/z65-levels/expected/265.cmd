as low sacctmgr -i add user ann account=chem wckey=wlow
