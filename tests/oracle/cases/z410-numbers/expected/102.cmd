sacct -a -n -P -o jobid,reqcpus,reqnodes,reqmem,reqtres,timelimit,timelimitraw,priority,state
