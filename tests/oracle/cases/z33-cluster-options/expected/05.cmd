sacctmgr -i modify cluster set defaultqos=q2 maxjobs=5 where name=c1
