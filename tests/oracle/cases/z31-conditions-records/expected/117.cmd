sacctmgr -i modify account A where parent=B set desc=foo maxjobs=3
