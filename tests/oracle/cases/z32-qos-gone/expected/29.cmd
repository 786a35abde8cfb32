sacctmgr -i modify user v set defaultqos=q2
