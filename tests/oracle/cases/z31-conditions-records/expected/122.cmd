sacctmgr -i modify user bob where account=A set adminlevel=admin defaultqos=nope
