squeue -h -S i -O "jobid,numnodes,numcpus,numtasks,timelimit:24,mintime,nice:14"
