sacctmgr -i modify account root set qos=normal,self,kill,alone
