sbatch --uid=fred --account=bedrock -n1 --wrap=true
sbatch --uid=barney -N2 -n8 --mem=1000 -t 30 --wrap=true
sbatch --uid=slate -p longpartitionname --nice=100 -n 16 --mem=4G -t 1-2 --wrap=true
sbatch --uid=fred --account=managers --qos=fast -n 40 --nice=-50 --mem=100 --comment=hey --wrap=true
sbatch --uid=slate -n 4 --nice=5000 --mem-per-cpu=100 -J namedjob --wrap=true
sbatch --uid=barney --hold -n 4 --mem=100 -c 2 --wrap=true
sbatch --uid=ann --array=1-4%2 -n 2 -J arr --wrap=true
sbatch --uid=wilma --account=quarry -p debug,longpartitionname -n 3 -w n2 -C big --exclusive --wrap=true
sbatch --uid=fred --account=bedrock --array=1-3 -n 2 --begin=now+2hours -J later --wrap=true
sbatch --uid=ann --account=deeper -n 1 -d afterok:1 --wrap=true
sleep 1
