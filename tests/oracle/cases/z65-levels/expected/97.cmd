as adm sacctmgr -i add cluster cadm
