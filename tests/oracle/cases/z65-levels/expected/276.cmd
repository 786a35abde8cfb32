as stranger sacctmgr -i add user a2stranger account=physics adminlevel=operator
