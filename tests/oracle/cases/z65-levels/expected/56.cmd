as adm sacctmgr -i add user a1adm account=free adminlevel=administrator
