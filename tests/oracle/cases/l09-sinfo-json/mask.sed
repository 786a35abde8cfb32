# what slurmd measures, in the JSON and YAML of 22.05
s/((architecture|boot_time|cpu_load|free_memory|last_busy|operating_system|slurmd_start_time|slurmd_version|reason_changed_at)"?:) .*/\1 .../
