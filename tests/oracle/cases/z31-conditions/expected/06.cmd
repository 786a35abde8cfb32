sacctmgr -i modify user bob where account=A set qos=q1 defaultqos=q1
