sacctmgr -i modify user where adminlevel=none set adminlevel=op maxjobs=3
