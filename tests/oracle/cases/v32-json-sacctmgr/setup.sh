sacctmgr -i modify user ann account=phys set qos+=gold,full defaultqos=gold maxjobs=3 maxsubmit=4 maxwall=1:00 maxtres=cpu=5 maxtrespernode=cpu=6 maxtresmins=cpu=7 priority=9 grpjobsaccrue=10 maxjobsaccrue=11 grpwall=12 grptresrunmins=cpu=13 grpsubmit=14 minprio=15
sacctmgr -i add coordinator account=phys names=bob,ann
sacctmgr -i add coordinator account=chem names=bob
sacctmgr -i add user eve account=chem partition=debug fairshare=2
sacctmgr -i add user ann wckey=blue
