sacctmgr -i -Q add user pa account=biology
sacctmgr -i -Q add user pa account=biology partition=long
sacctmgr -i -Q add user pa account=biology partition=debug
sacctmgr -i -Q add user pb account=biology partition=long
sacctmgr -i -Q add user pb account=biology partition=debug
sacctmgr -i -Q add user pb account=biology
sacctmgr -i -Q add user pc account=biology partition=debug,long,all
sacctmgr -i -Q add user pc account=biology
sacctmgr -i -Q add qos low maxjobspu=5 maxsubmitjobspu=20 maxtrespu=cpu=64,node=4 maxwall=60 maxjobspa=7 maxsubmitjobspa=8 grpjobs=9 grpsubmitjobs=11
sacctmgr -i -Q add qos low3 maxjobspu=5 maxsubmitjobspu=20 maxtrespu=cpu=64,node=4 maxwall=60 maxjobspa=7 maxsubmitjobspa=8 maxtrespa=cpu=3 maxtresperjob=cpu=9,node=2 mintresperjob=cpu=1 maxjobsaccruepu=13 maxjobsaccruepa=14 grpjobsaccrue=12
sacctmgr -i -Q modify user eve set maxjobs=10 maxsubmitjobs=11 maxtresperjob=cpu=12,node=3 maxtresminsperjob=cpu=14 maxwall=13 maxjobsaccrue=15 grpjobsaccrue=16 maxtrespernode=cpu=2
