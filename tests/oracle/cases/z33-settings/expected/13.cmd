sacctmgr -i add user u9 account=a defaultqos=normal
