as adm sacctmgr -i add user ann account=chem wckey=wadm
