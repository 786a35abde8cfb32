as coc sacctmgr -i add user coc account=chem adminlevel=administrator
