sacctmgr -i add user u6 account=b partition=p
