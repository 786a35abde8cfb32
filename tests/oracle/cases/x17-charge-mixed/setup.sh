sacctmgr -i modify account root set qos=normal,low,high
sacctmgr -i modify account chem set grptresmins=cpu=100000
sacctmgr -i modify user cy set grpjobs=3
