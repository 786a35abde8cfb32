sacctmgr -i modify account where parent=root org=b set org=foo maxjobs=5
