as coc sacctmgr -i modify user where adminlevel=administrator set fairshare=5
