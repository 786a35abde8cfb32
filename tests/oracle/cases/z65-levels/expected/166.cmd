as coc sacctmgr -i add user a2coc account=physics adminlevel=operator
