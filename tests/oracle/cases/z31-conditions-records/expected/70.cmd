sacctmgr -i modify account where desc=nope set org=foo
