as adm sacctmgr -i delete coordinator account=free user=boss
