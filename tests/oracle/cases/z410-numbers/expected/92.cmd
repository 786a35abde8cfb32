sbatch -H --gres=gpu:4294967296 --wrap true
