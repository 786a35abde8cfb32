as adm sacctmgr -i add coordinator account=free user=boss
