sacctmgr -i modify user where adminlevel=admin user=ann set adminlevel=op
