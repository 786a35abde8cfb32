for who in alice bob dave eve olga; do
	sbatch --uid=$who --mem=100 --wrap=true
done
sbatch --uid=bob -p hid --mem=100 --wrap=true
scontrol create reservation reservationname=rlab starttime=2030-01-01T00:00:00 duration=60 nodes=n1 users=alice
scontrol create reservation reservationname=rops starttime=2030-01-01T00:00:00 duration=60 nodes=n2 accounts=ops
scontrol update nodename=n5 state=down reason=psu
for ((n = 0; n < 50; n++)); do
	[ "$(sacct -anX | wc -l)" -ge 6 ] && break
	sleep 0.2
done
