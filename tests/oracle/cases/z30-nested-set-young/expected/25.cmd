sacctmgr -i delete user y partition=p1
