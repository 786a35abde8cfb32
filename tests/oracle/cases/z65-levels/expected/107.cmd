as adm sacctmgr -i delete federation fadm
