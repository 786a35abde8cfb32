touch /tmp/gpu0 /tmp/gpu1        # slurmd wants the files of gres.conf to exist
