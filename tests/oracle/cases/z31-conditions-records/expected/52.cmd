sacctmgr -i modify user where adminlevel=op set adminlevel=none
