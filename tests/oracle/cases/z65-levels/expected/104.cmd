as adm sacctmgr -i modify resource radm set count=4
