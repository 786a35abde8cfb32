as adm sacctmgr -i add qos qadm priority=51
