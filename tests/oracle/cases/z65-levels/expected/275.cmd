as stranger sacctmgr -i add user a1stranger account=free adminlevel=administrator
