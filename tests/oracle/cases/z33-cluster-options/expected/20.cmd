sacctmgr -i modify cluster c1 set class=*capab maxjobs=9
