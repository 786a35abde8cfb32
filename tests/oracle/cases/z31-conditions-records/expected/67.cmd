sacctmgr -i modify account where partition=ann set desc=foo
