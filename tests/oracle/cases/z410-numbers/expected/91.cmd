sbatch -H --gres=gpu:4294967295 --wrap true
