sbatch -H --gres=gpu:18446744073709551615 --wrap true
