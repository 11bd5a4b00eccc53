#!/usr/bin/env bash
# Kills and faults at every instant: what is in the answers file is always the beginning of the
# right answers, and --resume makes it the whole of them.
#
#   scripts/crash.sh [--long] [PROGRAM]
#
# --long: 1,000 kills at random instants instead of 25. What needs strace is left out, and said to
# be, where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."
kills=25
if [ "${1:-}" = --long ]; then
    kills=1000
    shift
fi
shudu=${1:-${CARGO_TARGET_DIR:-target}/release/shudu}
shudu=$(realpath "$shudu")
fixtures=$PWD/fixtures
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    echo "crash.sh: $*" >&2
    exit 1
}

# expect STATUS COMMAND...: runs it, its standard error goes to the file err.
expect() {
    local wanted=$1 status=0
    shift
    "$@" 2>err || status=$?
    [ "$status" = "$wanted" ] || fail "status $status instead of $wanted: $* ($(cat err))"
    ! grep -q panicked err || fail "a panic: $* ($(cat err))"
}

# names WORDS: the one line on standard error has these words.
names() {
    [ "$(wc -l <err)" = 1 ] || fail "more or less than a line: $(cat err)"
    grep -qF -- "$1" err || fail "no '$1' in: $(cat err)"
}

# A file that was not finished is the beginning of the right answers.
check_prefix() {
    [ ! -e solve_sudo.txt ] || cmp -s -n "$(stat -c %s solve_sudo.txt)" solve_sudo.txt answers.txt ||
        fail "not the beginning of the right answers: $*"
}

check_whole() {
    cmp solve_sudo.txt answers.txt || fail "not the right answers: $*"
}

# Enough puzzles for a tenth of a second, with some in between that have no answer.
make_puzzles() {
    for _ in $(seq "$1"); do
        cat "$fixtures/puzzles.txt"
        printf '\n9 9%s\n\n1 2 3\n\n' "$(printf ' 0%.0s' {1..7})$(printf '\n0 0 0 0 0 0 0 0 0%.0s' {1..8})"
    done >puzzles.txt
    expect 2 "$shudu" solve puzzles.txt -q
    mv solve_sudo.txt answers.txt
}

random_kills() {
    make_puzzles 400
    local start end span torn=0 early=0
    start=$(date +%s%N)
    expect 2 "$shudu" solve puzzles.txt -q
    end=$(date +%s%N)
    span=$(((end - start) / 1000))
    for n in $(seq "$kills"); do
        rm -f solve_sudo.txt
        # One run in four dies twice.
        for _ in $(seq $((n % 4 == 0 ? 2 : 1))); do
            "$shudu" solve puzzles.txt -q --resume -j $((n % 3 + 1)) 2>err &
            sleep "$(printf '0.%06d' $(((RANDOM * 32768 + RANDOM) % span)))"
            kill -KILL $! 2>kill.err || true
            wait $! 2>wait.err || true
            check_prefix "kill $n"
        done
        if [ ! -e solve_sudo.txt ]; then
            early=$((early + 1))
        elif [ $((($(stat -c %s solve_sudo.txt) + 1) % 163)) != 0 ]; then
            torn=$((torn + 1))
        fi
        expect 2 "$shudu" solve puzzles.txt -q --resume
        check_whole "kill $n"
    done
    echo "$kills kills at random instants within $((span / 1000)) ms ($early before the first answer," \
        "$torn with a torn one): continued to the right answers"
}

# inject FAULT WHEN: solves with this fault of write() to the answers file; on one thread, as calls
# are counted by thread.
inject() {
    rm -f solve_sudo.txt
    strace -f -qq -o strace.out -P "$folder/solve_sudo.txt" -e "inject=write:$1:when=$2" \
        "$shudu" solve puzzles.txt -q -j 1
}

faults() {
    make_puzzles 20
    local calls=1 status
    while :; do
        status=0
        inject signal=KILL $calls 2>err || status=$?
        check_prefix "kill at write $calls"
        [ "$status" = 2 ] && break
        [ "$status" = 137 ] || fail "status $status, killed at write $calls"
        expect 2 "$shudu" solve puzzles.txt -q --resume
        check_whole "kill at write $calls"
        calls=$((calls + 1))
    done
    [ "$calls" -gt 3 ] || fail "only $((calls - 1)) writes"
    echo "kills at each of $((calls - 1)) writes: continued to the right answers"

    local error text n
    for error in "ENOSPC No space left on device" "EIO Input/output error" "EDQUOT quota exceeded"; do
        read -r error text <<<"$error"
        for n in $(seq $((calls - 1))); do
            expect 2 inject "error=$error" "$n"
            grep -qF "shudu: solve_sudo.txt: " err || fail "the file is not named: $(cat err)"
            grep -qF "$text" err || fail "no '$text' in: $(cat err)"
            check_prefix "$error at write $n"
        done
    done
    echo "ENOSPC, EIO and EDQUOT at each write: status 2, the file named"

    expect 2 inject error=EINTR 1+2
    check_whole "interrupted writes"
    rm -f solve_sudo.txt
    expect 2 strace -f -qq -o strace.out -P "$folder/puzzles.txt" -e inject=read:error=EINTR:when=1+2 \
        "$shudu" solve puzzles.txt -q -j 1
    check_whole "interrupted reads"
    echo "interrupted reads and writes: not noticed"

    expect 2 strace -f -qq -o strace.out -P "$folder/puzzles.txt" -e inject=read:error=EIO:when=2 \
        "$shudu" solve puzzles.txt -q -j 1
    grep -qF "shudu: puzzles.txt: Input/output error" err || fail "the input is not named: $(cat err)"
    check_prefix "a read error"
    echo "a read error: status 2, the file named"
}

streams() {
    cp "$fixtures/puzzles.txt" few.txt
    expect 2 "$shudu" solve few.txt -o /dev/full
    names "shudu: /dev/full: write error: No space left on device"
    expect 2 "$shudu" solve few.txt -q -o - >/dev/full
    names "shudu: standard output: write error: No space left on device"
    # Nobody listens: no reason to fail.
    "$shudu" solve few.txt 2>/dev/full
    cmp solve_sudo.txt "$fixtures/answers.txt"

    # A short write, then an error: the file may not grow further.
    make_puzzles 20
    (
        trap '' XFSZ
        ulimit -f 64
        expect 2 "$shudu" solve puzzles.txt -q -o limited.txt
    )
    grep -qF "shudu: limited.txt: write error: File too large" err || fail "the file is not named: $(cat err)"
    cmp -s -n 65536 limited.txt answers.txt || fail "not the beginning of the right answers"
    [ "$(stat -c %s limited.txt)" = 65536 ] || fail "the short write is not there"

    for threads in 1 2; do
        status=0
        "$shudu" solve puzzles.txt -j "$threads" -o - 2>err | head -n 1 >first || status=${PIPESTATUS[0]}
        [ "$status" = 141 ] || fail "status $status where the reader leaves"
        ! grep -qE '^shudu|panicked' err || fail "words where the reader leaves: $(cat err)"
    done
    echo "full devices, a limit, a reader who leaves: as promised"
}

# The input changes while it is read: no panic, and right answers to what was there.
changing_input() {
    make_puzzles 400
    local size
    size=$(stat -c %s puzzles.txt)
    for change in shrink grow; do
        cp puzzles.txt changing.txt
        status=0
        "$shudu" solve changing.txt -q -j 2 -o - 2>err | {
            head -c 163
            if [ $change = shrink ]; then truncate -s $((size / 2)) changing.txt; else cat puzzles.txt >>changing.txt; fi
            cat
        } >changed.out || status=${PIPESTATUS[0]}
        [ "$status" = 2 ] || fail "status $status of an input that is made to $change"
        ! grep -q panicked err || fail "a panic: $(cat err)"
        # All but a last record that was cut are as they would have been.
        size_out=$(stat -c %s changed.out)
        whole=$(stat -c %s answers.txt)
        cmp -s -n $((size_out < whole ? size_out - 326 : whole)) changed.out answers.txt ||
            fail "other answers from an input that is made to $change"
    done
    echo "an input that shrinks or grows: answered as far as it was there"
}

random_kills
if strace -qq -o strace.out -e inject=write:error=EINTR:when=9999 true 2>err; then
    faults
else
    echo "faults at each call: left out, there is no strace here"
fi
streams
changing_input
