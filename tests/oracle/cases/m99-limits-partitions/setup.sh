sacctmgr -i modify account root set qos+=req,gw,mw,gwd,mwd,ptl,over,pmx
sacctmgr -i modify account w0 set grpwall=0
sacctmgr -i modify account w1 set grpwall=1
sacctmgr -i modify account w5 set grpwall=5
sacctmgr -i modify account m3 set maxwall=3
sacctmgr -i modify account s0 set maxsubmitjobs=0
sacctmgr -i modify account s1 set maxsubmitjobs=1
true
