sacctmgr -i modify account B set qos=q2 
