as low sacctmgr -i add user a1low account=free adminlevel=administrator
