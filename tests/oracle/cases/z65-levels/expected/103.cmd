as adm sacctmgr -i add resource name=radm count=3 server=s
