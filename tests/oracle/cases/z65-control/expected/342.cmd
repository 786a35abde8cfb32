as op scontrol update reservationname=rop duration=30
