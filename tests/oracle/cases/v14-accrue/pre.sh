sacctmgr -i add qos one maxjobsaccruepu=1 grpjobsaccrue=1
