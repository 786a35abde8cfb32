sacctmgr -Q -i add user boss account=free adminlevel=admin
