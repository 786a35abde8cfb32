sacctmgr -i modify account nope set org=foo
