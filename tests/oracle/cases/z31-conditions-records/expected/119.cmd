sacctmgr -i modify account A where parent=root set desc=foo qos=nope
