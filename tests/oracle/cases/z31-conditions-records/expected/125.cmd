sacctmgr -i modify user bob where account=A set adminlevel=none defaultqos=q1
