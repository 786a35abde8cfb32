sprio -u '[2j,bedrock'
