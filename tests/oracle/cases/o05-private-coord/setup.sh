sacctmgr -i add coordinator account=a1 names=u2
sacctmgr -i modify user u3 set adminlevel=operator
