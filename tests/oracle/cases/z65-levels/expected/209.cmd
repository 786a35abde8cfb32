as coc sacctmgr -i add wckey wcoc
