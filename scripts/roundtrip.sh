#!/usr/bin/env bash
# The release binary, on files in a folder of its own: every way round must end where it began.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --locked
shudu=$(realpath "${CARGO_TARGET_DIR:-target}/release/shudu")
fixtures=$PWD/fixtures
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo "the fixture's answers, on any number of threads, from and to any layout"
for threads in 1 2 5; do
    "$shudu" solve "$fixtures/puzzles.txt" -q -j "$threads"
    cmp solve_sudo.txt "$fixtures/answers.txt"
done
"$shudu" solve "$fixtures/puzzles.txt" -q --to line -o answers.line
"$shudu" solve "$fixtures/puzzles.txt" -q --to csv -o answers.csv
# Complete grids are their own answers.
for answers in answers.line answers.csv "$fixtures/answers.txt"; do
    "$shudu" solve - -q -o - --to line <"$answers" >again.line
    case $answers in
        *.csv) "$shudu" solve "$fixtures/puzzles.txt" -q --to line -o - | cmp - again.line ;;
        *) cmp answers.line again.line ;;
    esac
done

echo "a filter: one line out for each line in, wrong ones too"
for _ in {1..200}; do
    cut -d, -f1 answers.csv | tail -n +2
    echo "not a puzzle"
    echo "12345678912345678912345678912345678912345678912345678912345678912345678912345678"
done >mixed.line
status=0
"$shudu" solve --from line -q -o - --to line <mixed.line >mixed.out 2>mixed.err || status=$?
test "$status" = 2
cmp <(wc -l <mixed.line) <(wc -l <mixed.out)
for _ in {1..200}; do
    cat answers.line
    printf '%081d\n%081d\n' 0 0
done | cmp - mixed.out

echo "generated puzzles, solved and checked"
"$shudu" generate -n 500 --seed 7 -q -o made.txt --answers made.answers
"$shudu" solve made.txt -q -o - | tee made.solved | "$shudu" check made.txt - -q --strict --unique --distinct
cmp made.solved made.answers
"$shudu" generate -n 500 --seed 7 -q -j 1 | cmp - made.txt
for layout in line csv; do
    "$shudu" convert made.txt -o made.converted --to "$layout" -q
    "$shudu" convert made.converted -o - --to grid -q | cmp - made.txt
done
