as op scontrol delete reservationname=rop
