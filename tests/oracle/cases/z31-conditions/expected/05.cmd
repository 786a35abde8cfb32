sacctmgr -i add user ann account=A partition=p1
