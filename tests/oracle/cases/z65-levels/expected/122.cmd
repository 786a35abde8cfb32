as co sacctmgr -i modify user boss set defaultwckey=w
