as adm sacctmgr -i add user adm account=chem adminlevel=administrator
