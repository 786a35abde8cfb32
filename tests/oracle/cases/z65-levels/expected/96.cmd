as adm sacctmgr -i delete qos qadm
