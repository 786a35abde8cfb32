sacctmgr -i add qos few usagethreshold=0.7 flags=EnforceUsageThreshold
sacctmgr -i add qos many usagethreshold=700 flags=EnforceUsageThreshold
sacctmgr -i add qos none usagethreshold=0 flags=EnforceUsageThreshold
sacctmgr -i modify account root set qos+=few,many,none
