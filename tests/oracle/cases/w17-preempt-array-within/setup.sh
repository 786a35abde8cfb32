sacctmgr -i modify account root set qos=normal,low,mid,high,self,low2
