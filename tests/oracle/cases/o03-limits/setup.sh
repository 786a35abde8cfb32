sacctmgr -i modify account a1 set grptresmins=cpu=5000,mem=700,node=3
sacctmgr -i modify user u2 set grptresmins=billing=9
