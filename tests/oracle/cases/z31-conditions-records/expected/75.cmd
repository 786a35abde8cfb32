sacctmgr -i modify account set org=foo
