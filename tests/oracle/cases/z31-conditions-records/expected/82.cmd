sacctmgr -i modify account root set desc="default root account" org=root
