as low sacctmgr -i modify user boss set defaultwckey=w
