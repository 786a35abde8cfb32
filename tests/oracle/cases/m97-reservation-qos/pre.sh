sacctmgr -i add qos high; sacctmgr -i add qos zz; sacctmgr -i add qos aa
