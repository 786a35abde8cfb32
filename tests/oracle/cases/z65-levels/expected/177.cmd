as coc sacctmgr -i modify user boss set defaultwckey=w
