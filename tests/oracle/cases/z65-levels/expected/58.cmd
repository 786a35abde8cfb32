as adm sacctmgr -i add user low account=chem adminlevel=administrator
