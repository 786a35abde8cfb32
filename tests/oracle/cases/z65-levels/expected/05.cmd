as op sacctmgr -i add user op account=chem adminlevel=administrator
