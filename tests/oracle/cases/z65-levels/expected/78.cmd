as adm sacctmgr -i delete user a2adm
