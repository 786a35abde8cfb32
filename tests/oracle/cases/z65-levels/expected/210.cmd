as coc sacctmgr -i add user ann account=chem wckey=wcoc
