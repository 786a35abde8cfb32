sacctmgr -i modify cluster c1 set defaultqos=normal maxjobs=7
