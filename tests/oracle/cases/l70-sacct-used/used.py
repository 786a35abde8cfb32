import json
import sys
for job in json.load(sys.stdin)['jobs']:
    print(job['job_id'], json.dumps([job['time'][k] for k in ('system', 'total', 'user')], sort_keys=True))
    for step in job['steps']:
        print(' ', json.dumps([step['time'][k] for k in ('system', 'total', 'user')], sort_keys=True))
        for kind in ('max', 'min', 'average', 'total'):
            print(' ', kind, json.dumps(step['tres']['requested'][kind], sort_keys=True))
