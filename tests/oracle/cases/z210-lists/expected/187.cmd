sacct -u ''"'"''
