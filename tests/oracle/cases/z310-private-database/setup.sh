sacctmgr -i modify user adam set adminlevel=administrator
sacctmgr -i modify user olga set adminlevel=operator
sacctmgr -i add coordinator account=lab names=carol
sacctmgr -i add user alice wckeys=genes
sacctmgr -i modify account bio set grptres=cpu=64
