#!/usr/bin/env bash
# Everything that must hold before a commit, and all that CI runs.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo fmt --check
cargo clippy --quiet --all-targets --locked -- -D warnings
cargo test --locked
RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps --locked
