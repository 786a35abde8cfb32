scontrol show config | grep NEXT_JOB_ID
