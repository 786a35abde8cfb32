sprio -u ''"'"''
