sacctmgr -i add qos fast priority=50
sacctmgr -i add qos deny priority=5 flags=denyonlimit maxtresperjob=cpu=10
sacctmgr -i add qos pq priority=20 maxtresperjob=cpu=8 flags=denyonlimit
