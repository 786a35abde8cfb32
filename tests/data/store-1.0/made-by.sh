#!/bin/sh
# How store.db was made, by the commands of 1.0, in the top folder.
fimport conf data/examples/university.conf
facctmgr -i load data/examples/university.cfg
fimport usage data/examples/university.usage
facctmgr -i add qos high priority=100 flags=DenyOnLimit,NoDecay grptres=cpu=512,mem=2T maxwall=1-0 preemptexempttime=10 gracetime=60 usagefactor=1.5 limitfactor=2 maxjobspu=4
facctmgr -i add qos long preemptmode=requeue usagethreshold=0.25 mintres=cpu=2 description='long jobs'
facctmgr -i add qos gone
facctmgr -i modify qos high set preempt=normal,long
facctmgr -i modify account physics set qos+=high,long defaultqos=normal grpjobs=500 fairshare=320
facctmgr -i modify user lliu account=ecology set maxjobs=5 maxtres=cpu=64 fairshare=parent comment='asked for it'
facctmgr -i modify user mlaurent set adminlevel=operator
facctmgr -i add coordinator account=ecology names=ppark
facctmgr -i add account visitors parent=external description='summer school' organization=guests fairshare=5
facctmgr -i add user anna,bela account=visitors fairshare=2 wckeys=course,thesis
facctmgr -i add user anna account=visitors partition=short fairshare=3
facctmgr -i add resource matlab type=license count=20 server=flex servertype=flexlm cluster=university percentallowed=50
facctmgr -i add cluster annex
fcontrol update clock=+172800
fbatch --uid lliu -n 64 -t 2:00:00 --runtime 1:30:00 --wrap a
fbatch --uid ppark -n 200 -t 1-0 --runtime 20:00:00 -p main --array 1-6%3 --wrap b
fbatch --uid anna -p short -t 30 --wckey course --comment 'first try' --wrap c
fbatch --uid itanaka -N 170 --exclusive -t 3-0 --runtime 2-0 --wrap wide
fbatch --uid itanaka -n 8 -t 3-0 --dependency singleton -J wide --wrap after
fbatch --uid kgonzalez -G 4 -p gpu -t 10:00:00 --hold --wrap held
fcontrol create reservation reservationname=course starttime=now+1hour duration=120 nodecnt=2 users=anna
fsim run --for 3600
facctmgr -i modify user kgonzalez set fairshare=7
facctmgr -i delete qos gone
facctmgr -i delete user bela
facctmgr -i delete user mhartmann account=assembly
facctmgr -i add account gap cluster=university parent=visitors
facctmgr -i delete account gap
facctmgr -i modify account biology cluster=university set fairshare=170
fcontrol update jobid=2 nice=50
fsim run --for 7200
facctmgr -i modify account medicine cluster=university set parent=biology
facctmgr undo
