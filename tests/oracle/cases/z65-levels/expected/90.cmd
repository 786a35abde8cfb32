sacctmgr -Q -i add user op2 account=free adminlevel=operator
