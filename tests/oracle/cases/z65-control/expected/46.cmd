as stranger scancel --me; squeue -h -t PD -o "%u %T"; scancel -t PD
