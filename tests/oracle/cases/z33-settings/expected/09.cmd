sacctmgr -i add user u5 account=b adminlevel=op
