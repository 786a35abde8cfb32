as op sacctmgr -i delete cluster cop
