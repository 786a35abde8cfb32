sshare -M '[2j'
