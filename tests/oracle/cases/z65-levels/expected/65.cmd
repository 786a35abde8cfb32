as adm sacctmgr -i modify user adm set adminlevel=administrator
