#!/usr/bin/env bash
# File to file, one thread: puzzles a second, cycles and guesses a puzzle, on the lists of a folder
# (SHUDU_DATA, else ../shared/data) or, without one, on puzzles that shudu makes. Runs alternate
# between the backends, figures are medians of processor time, answers are checked.
# Usage: scripts/bench.sh [RUNS [BACKEND...]]
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --release --locked
shudu=$(realpath "${CARGO_TARGET_DIR:-target}/release/shudu")
data=$(realpath "${SHUDU_DATA:-../shared/data}" 2>/dev/null || true)
runs=${1:-5}
shift || true
backends=("$@")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The backends that this machine has, the fastest first.
if [ ${#backends[@]} = 0 ]; then
    for backend in avx512 avx2 portable scalar; do
        if "$shudu" solve fixtures/puzzles.txt -q --backend "$backend" -o "$folder/out" 2>/dev/null; then
            backends+=("$backend")
        fi
    done
fi

echo "commit $(git rev-parse --short HEAD), $(date +%F)"
grep -m1 'model name' /proc/cpuinfo || true
hertz=$(awk '/cpu MHz/ { print $4 * 1e6; exit }' /proc/cpuinfo)
echo "cycles are those of a clock of $hertz Hz"

# At least so many puzzles, so that the start of the process does not count.
least=200000
lists=()
for list in "$data"/*.txt "$data"/*.csv; do
    case $(basename "$list") in
        *_solutions.csv | '*'*) ;;
        *) lists+=("$list") ;;
    esac
done
if [ ${#lists[@]} = 0 ]; then
    "$shudu" generate -n 50000 --seed 1 --minimal -q --to line -o "$folder/minimal.txt"
    lists=("$folder/minimal.txt")
fi

printf '%-24s %-9s %12s %14s %14s\n' list backend puzzles/s cycles/puzzle guesses/puzzle
for list in "${lists[@]}"; do
    "$shudu" convert "$list" --to line -q -o "$folder/once"
    count=$(wc -l <"$folder/once")
    case $(basename "$list") in
        hardest*) copies=1 ;;
        *) copies=$(((least + count - 1) / count)) ;;
    esac
    for _ in $(seq "$copies"); do cat "$folder/once"; done >"$folder/many"
    "$shudu" convert "$folder/many" -q -o "$folder/puzzles"
    count=$((count * copies))
    "$shudu" solve "$folder/once" -q --exit-zero -o "$folder/answers" --report "$folder/report"
    guesses=$(awk -F, 'NR > 1 { sum += $6 } END { printf "%.3f", sum / (NR - 1) }' "$folder/report")
    for _ in $(seq "$runs"); do
        for backend in "${backends[@]}"; do
            TIMEFORMAT='%U %S'
            { time "$shudu" solve "$folder/puzzles" -q -j 1 --exit-zero --backend "$backend" \
                -o "$folder/answers.$backend" 2>/dev/null; } 2>>"$folder/$backend.times"
        done
    done
    for backend in "${backends[@]}"; do
        cmp "$folder/answers.$backend" "$folder/answers.${backends[0]}"
        seconds=$(awk '{ print $1 + $2 }' "$folder/$backend.times" | sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }')
        awk -v l="$(basename "$list")" -v b="$backend" -v n="$count" -v s="$seconds" -v h="$hertz" -v g="$guesses" \
            'BEGIN { printf "%-24s %-9s %12.0f %14.0f %14s\n", l, b, n / s, s * h / n, g }'
        rm "$folder/$backend.times"
    done
    # Unsolvable puzzles have no right answer: what shudu could not answer is no finding here.
    "$shudu" check "$folder/puzzles" "$folder/answers.${backends[0]}" -q --exit-zero --max-findings 0 >/dev/null
done
