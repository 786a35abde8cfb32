scontrol -o show job | grep -oE "JobId=[0-9]+|JobState=[^ ]*|Reason=[^ ]*|Priority=[^ ]*"
