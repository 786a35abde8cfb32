sacctmgr -i add user v6 wckey=x account=a
