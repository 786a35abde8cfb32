sacctmgr -i add qos self priority=50
sacctmgr -i add qos kill priority=60 preemptmode=cancel preempt=self
sacctmgr -i add qos alone priority=70 preemptmode=within
