as adm sacctmgr -i modify user boss set defaultwckey=w
