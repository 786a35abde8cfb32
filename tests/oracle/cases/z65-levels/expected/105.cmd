as adm sacctmgr -i delete resource radm
