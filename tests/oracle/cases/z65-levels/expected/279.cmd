as stranger sacctmgr -i add user stranger account=chem adminlevel=administrator
