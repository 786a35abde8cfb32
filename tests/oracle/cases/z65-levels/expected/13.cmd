as op sacctmgr -i modify user boss set defaultwckey=w
