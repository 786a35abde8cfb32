as adm sacctmgr -i add user a2adm account=physics adminlevel=operator
