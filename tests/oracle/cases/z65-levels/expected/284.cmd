as stranger sacctmgr -i modify user stranger set adminlevel=administrator
