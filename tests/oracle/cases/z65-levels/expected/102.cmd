as adm sacctmgr -i delete wckey wadm
