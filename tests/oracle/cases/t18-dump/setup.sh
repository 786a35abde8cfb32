sacctmgr -i add cluster second
sacctmgr -i add account ext cluster=second description="ext: colon" organization='or, g'
sacctmgr -i add user ann account=ext cluster=second maxjobs=3
sacctmgr -i modify account physics where cluster=cluster set maxjobs=10 maxtres=cpu=100,mem=5000 maxwall=1-0 qos=gold,silver priority=5 grptres=cpu=9 grptresmins=cpu=8,mem=7 grptresrunmins=cpu=6 grpjobs=5 grpjobsaccrue=4 grpsubmit=3 grpwall=100
sacctmgr -i modify user ann where account=optics cluster=cluster set maxjobs=2 qos-=silver maxtresmins=cpu=4 maxtresrunmins=cpu=5 maxtrespn=cpu=2 maxsubmit=1 maxjobsaccrue=7 minprio=8 priority=9 defaultqos=gold
sacctmgr -i modify user carl set adminlevel=operator
sacctmgr -i add user part account=lasers cluster=cluster partition=debug,long maxjobs=1
sacctmgr -i add coordinator account=physics,chem user=dora
sacctmgr -i modify cluster cluster set maxjobs=99 classification=capacity qos=normal,gold
