sprio -M ' bedrock'
