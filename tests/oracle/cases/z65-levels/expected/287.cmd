as stranger sacctmgr -i modify user boss set defaultwckey=w
