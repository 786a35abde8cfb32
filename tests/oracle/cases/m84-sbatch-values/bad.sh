#!/bin/sh
#SBATCH -t x
