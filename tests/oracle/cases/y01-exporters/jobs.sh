sbatch -H --uid=ann -A physics -n 4 -t 60 -J held --wrap=true
sbatch --uid=bob -A particle -n 8 -t 10 -J one -p debug,long --wrap=true
sbatch --uid=cyrusthegreat -A solid-state-and-materials -N 2 -n 32 -t 2-00:00:00 -J averyverylongjobname --mem=2G --wrap=true
sbatch --uid=ann -A physics --qos=high -n 1 -t 5 -J urgent --wrap=true
sbatch --uid=eve -A biology -n 2 -t 30 -a 1-5 -J arr --wrap=true
