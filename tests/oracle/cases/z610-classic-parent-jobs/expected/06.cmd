scontrol -o show job | grep -o "JobId=[0-9]*\|UserId=[a-z]*\|Priority=[0-9]*"
