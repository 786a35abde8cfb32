sacctmgr -i add user u7 defaultaccount=a partition=p
