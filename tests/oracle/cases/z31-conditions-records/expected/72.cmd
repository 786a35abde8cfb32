sacctmgr -i modify account where parent=root set org=foo maxjobs=5
