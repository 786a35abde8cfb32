sacct -A ''"'"''
