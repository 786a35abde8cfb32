sacctmgr -Q -i add user adm account=free adminlevel=admin
