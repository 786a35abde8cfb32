as op sacctmgr -i add user a1op account=free adminlevel=administrator
