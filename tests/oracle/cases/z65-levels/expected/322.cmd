as stranger sacctmgr -i add resource name=rstranger count=3 server=s
