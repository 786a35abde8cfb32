as adm sacctmgr -i add wckey wadm
