# what sinfo --json lists, a line for each: some members; all: all but what slurmd measures on nodes that are up
import json
import sys
measured = ('architecture boot_time cpu_load free_memory last_busy operating_system slurmd_start_time slurmd_version '
            'load free').split()


def clean(x, down):
    if isinstance(x, list):
        return [clean(y, down) for y in x]
    if not isinstance(x, dict):
        return x
    return {k: clean(v, down) for k, v in x.items() if down or k not in measured}


def is_down(x):
    state = x['node']['state'] if 'node' in x else [x['state']]
    return state[0] in ('down', 'DOWN', 'FUTURE', 'UNKNOWN')


sys.tracebacklimit = 0  # the lines of Python's files are not Slurm's
d = json.load(sys.stdin)
for x in d.get('nodes', d.get('sinfo')):
    x = clean(x, is_down(x))
    if 'reason_changed_at' in x:
        x['reason_changed_at'] = bool(x['reason_changed_at'])
    else:
        x['reason']['time'] = bool(x['reason']['time'])
    if 'partition' in x and 'partition' not in sys.argv[1:]:
        x['partition'] = x['partition']['name']
    if not sys.argv[1:]:
        x = [x.get(k) for k in 'name partition state port node nodes reservation'.split()]
    print(json.dumps(x))
print(d['errors'], d.get('warnings'))
