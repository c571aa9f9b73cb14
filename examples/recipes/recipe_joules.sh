#!/bin/sh
# recipe_joules.sh - joules of a program by size, from Linux's power capping files, as a file of costs:
#
#   sh examples/recipes/recipe_joules.sh "./solver {size}" 1000 2000 4000 8000 > core.joules
#   fpm-tool partition -n 20000 --least cost --cost core.joules --cost gpu.joules core.pts gpu.pts
#
# {size} in the command is replaced.  Each size runs RUNS times (5), and the median counts: what all
# packages (CPU sockets) drew, less what they draw at rest in the same time (measured for REST
# seconds, 2, at first), which is the dynamic energy that partitions differ by.  Nothing else should
# run meanwhile.  The files are for root alone on most machines, count in microjoules, and begin
# again at 0 at their largest value, which is allowed for once a run.  A GPU is not in these files.
# POWERCAP (/sys/class/powercap) is where they are.
POWERCAP=${POWERCAP:-/sys/class/powercap} RUNS=${RUNS:-5} REST=${REST:-2}
[ $# -ge 2 ] || { echo 'usage: recipe_joules.sh "COMMAND {size}" SIZE...' >&2; exit 2; }
command=$1
shift
zones=
for zone in "$POWERCAP"/*; do
    name=$(cat "$zone/name" 2> /dev/null)
    case $name in package-*) zones="$zones $zone" ;; esac
done
[ -n "$zones" ] || { echo "recipe_joules: no package in $POWERCAP: this machine has no power capping files (a virtual machine, another system, or the module intel_rapl_common is not loaded); give --watts to fpm-tool instead" >&2; exit 1; }
for zone in $zones; do
    [ -r "$zone/energy_uj" ] || { echo "recipe_joules: $zone/energy_uj cannot be read: run as root" >&2; exit 1; }
done
# Seconds, and the microjoules of each zone, in one line.
state() { echo "$(date +%s.%N) $(for zone in $zones; do cat "$zone/energy_uj"; done | tr '\n' ' ')"; }
ranges=$(for zone in $zones; do cat "$zone/max_energy_range_uj"; done | tr '\n' ' ')
# What lies between two states: seconds and joules.
between() {
    awk -v a="$1" -v b="$2" -v r="$ranges" 'BEGIN { n = split(a, x, " "); split(b, y, " "); split(r, most, " ")
        for (i = 2; i <= n; i++) { d = y[i] - x[i]; if (d < 0) d += most[i - 1]; sum += d }
        printf "%.9f %.6f\n", y[1] - x[1], sum / 1e6 }'
}
before=$(state)
sleep "$REST"
rest=$(between "$before" "$(state)" | awk '{ print $2 / $1 }')
echo "# joules above $rest W at rest: $command"
for size; do
    k=0 runs=
    while [ $k -lt "$RUNS" ]; do
        before=$(state)
        sh -c "$(echo "$command" | sed "s/{size}/$size/g")" > /dev/null || { echo "recipe_joules: the command fails at size $size" >&2; exit 1; }
        runs="$runs$(between "$before" "$(state)")
"
        k=$((k + 1))
    done
    printf %s "$runs" | awk -v rest="$rest" '{ print $2 - rest * $1 }' | sort -g |
        awk -v size="$size" '{ x[NR] = $1 } END { m = x[int((NR + 1) / 2)]; if (m > 0) print size, m; else print "# " size ": no more than at rest" }'
done
