sshare -u '[2j'
