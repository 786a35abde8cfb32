as adm sacctmgr -i add federation fadm
