sshare -A '[2j'
