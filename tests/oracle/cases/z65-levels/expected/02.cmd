as op sacctmgr -i add user a2op account=physics adminlevel=operator
