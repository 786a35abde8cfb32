as op sacctmgr -i add cluster cop
