sacctmgr -i add account free fairshare=2
sacctmgr -i add user op account=free adminlevel=operator
sacctmgr -i add user adm account=free adminlevel=admin
sacctmgr -i add user low account=free
sacctmgr -i add user co account=physics
sacctmgr -i add coordinator account=physics user=co
sacctmgr -i modify user co set qos=gold,normal
sacctmgr -i add user coc account=chem
sacctmgr -i add coordinator account=chem user=coc
sacctmgr -i add user boss account=free adminlevel=admin
sacctmgr -i add user op2 account=free adminlevel=operator
