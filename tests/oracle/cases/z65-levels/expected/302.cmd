sacctmgr -Q -i add user root account=root adminlevel=admin
