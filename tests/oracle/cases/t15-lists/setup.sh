sacctmgr -i add cluster second
sacctmgr -i add account ext cluster=second
sacctmgr -i add user ann,gus account=ext cluster=second
sacctmgr -i modify account physics where cluster=cluster set maxjobs=10 maxtres=cpu=100,mem=5000 maxwall=1-0 qos=gold,silver priority=5
sacctmgr -i modify account optics where cluster=cluster set maxjobs=7 qos+=bronze maxtres=cpu=50
sacctmgr -i modify user ann where account=optics cluster=cluster set maxjobs=2 qos-=silver defaultqos=gold
sacctmgr -i add user part account=lasers cluster=cluster partition=debug,long maxjobs=1
sacctmgr -i add coordinator account=physics user=dora
sacctmgr -i add coordinator account=lasers,chem user=emil
sacctmgr -i add account gone cluster=cluster
sacctmgr -i add user goneu account=gone cluster=cluster
sacctmgr -i delete user goneu
sacctmgr -i delete account gone
