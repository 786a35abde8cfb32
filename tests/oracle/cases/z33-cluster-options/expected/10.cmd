sacctmgr -i modify cluster where name=c1 set defaultqos=normal maxjobs=8
