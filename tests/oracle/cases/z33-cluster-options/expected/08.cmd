sacctmgr -i modify cluster set defaultqos=q2 maxjobs=6 where name=c1
