sacctmgr -i modify account bedrock,managers set qos=normal,fast,slow
sacctmgr -i modify user fred set priority=30 maxjobs=7 maxwall=2-0
sacctmgr -i modify account quarry set grpjobs=12 grptres=cpu=50,mem=10G grptresmins=cpu=100000 maxsubmitjobs=40
sacctmgr -i modify user slate account=managers set defaultqos=fast maxtresperjob=cpu=32,node=4
sacctmgr -i add coordinator account=quarry user=fred
sacctmgr -i modify user barney set adminlevel=operator
sacctmgr -i add user wilma account=deeper partition=debug,tiny fairshare=3
