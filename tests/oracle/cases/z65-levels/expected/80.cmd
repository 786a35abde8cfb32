as adm sacctmgr -i delete user root
