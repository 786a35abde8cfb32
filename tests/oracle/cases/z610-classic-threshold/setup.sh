sacctmgr -i add qos thr usagethreshold=0.7 flags=EnforceUsageThreshold
sacctmgr -i modify account root set qos+=thr
