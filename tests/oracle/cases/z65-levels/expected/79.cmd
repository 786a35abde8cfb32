as adm sacctmgr -i delete user boss
