as adm sacctmgr -i delete cluster cadm
