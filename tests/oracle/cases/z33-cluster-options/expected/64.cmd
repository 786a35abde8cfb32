sacctmgr -i add cluster c3 defaultqos=q1
