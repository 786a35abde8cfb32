sacctmgr -i modify user where account=C adminlevel=none set defaultaccount=C
