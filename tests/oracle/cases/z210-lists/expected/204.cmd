sprio -u ''"'"'bedrock'
