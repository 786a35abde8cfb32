sacctmgr -i modify account where cluster=nope account=a set desc=foo
