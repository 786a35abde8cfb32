sshare -M ,
