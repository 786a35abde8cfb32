as coc sacctmgr -i delete wckey wcoc
