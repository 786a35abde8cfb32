sacctmgr -i add user u2 defaultaccount=a adminlevel=op
