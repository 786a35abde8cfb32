as adm sacctmgr -i delete account free
