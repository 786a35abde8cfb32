as adm sacctmgr -i delete user a1adm
