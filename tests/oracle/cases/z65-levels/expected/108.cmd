as adm sacctmgr -i delete event cluster=cluster
