sacctmgr -Q -i add user op account=free adminlevel=operator
