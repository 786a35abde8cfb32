sacctmgr -i modify user where adminlevel=none set maxjobs=8 
