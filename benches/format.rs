//! How fast text becomes records and records become text. Everything that is timed is checked.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use shudu::Grid;
use shudu::format::write::Output;
use shudu::format::{Batch, Parser};

const GRIDS: usize = 10_000;

/// Grids of digits and blanks; no rule of the game matters here.
fn grids() -> Vec<Grid> {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as u8 % 10
    };
    (0..GRIDS).filter_map(|_| Grid::new(std::array::from_fn(|_| next()))).collect()
}

fn text(grids: &[Grid], layout: Output) -> String {
    let mut text = layout.header().as_bytes().to_vec();
    for (index, grid) in grids.iter().enumerate() {
        layout.write(index as u64 + 1, grid, grid, &mut text);
    }
    String::from_utf8(text).unwrap_or_default()
}

fn read(text: &[u8], batch: &mut Batch) {
    batch.clear();
    let done = Parser::new(None).feed(text, true, usize::MAX, batch);
    assert_eq!(done, text.len());
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let grids = grids();
    let (grid, line, csv) =
        (text(&grids, Output::Grid), text(&grids, Output::Line), text(&grids, Output::Csv));
    let inputs = [
        ("grid", grid.clone()),
        ("grid-crlf", grid.replace('\n', "\r\n")),
        ("grid-unspaced", grid.replace(' ', "")),
        ("grid-tabs", grid.replace(' ', "\t")),
        ("grid-without-blank-lines", grid.replace("\n\n", "\n")),
        ("grid-dashes", grid.replace('0', "-")),
        ("line", line.clone()),
        ("line-crlf", line.replace('\n', "\r\n")),
        ("line-dots", line.replace('0', ".")),
        ("line-comments", line.replace('\n', " # 7.1 name\n")),
        ("csv", csv.clone()),
        ("csv-columns", csv.replace("puzzle,", "id,puzzle,").replace("\n", ",1.5\n1,")),
        ("judge", format!("{GRIDS}\n{}", grid.replace(' ', "").replace("\n\n", "\n"))),
    ];
    let mut group = criterion.benchmark_group("read");
    group.throughput(Throughput::Elements(GRIDS as u64));
    for (name, text) in &inputs {
        let mut batch = Batch::default();
        read(text.as_bytes(), &mut batch);
        assert!(batch.errors.is_empty() || *name == "csv-columns", "{name}");
        assert_eq!(batch.puzzles[..GRIDS], grids, "{name}");
        group.bench_function(*name, |bencher| {
            bencher.iter(|| read(black_box(text.as_bytes()), &mut batch));
        });
        assert_eq!(batch.puzzles[..GRIDS], grids, "{name}");
    }
    group.finish();

    let mut group = criterion.benchmark_group("write");
    group.throughput(Throughput::Elements(GRIDS as u64));
    for (layout, expected) in [(Output::Grid, &grid), (Output::Line, &line), (Output::Csv, &csv)] {
        let mut text = Vec::with_capacity(expected.len());
        group.bench_function(format!("{layout:?}").to_lowercase(), |bencher| {
            bencher.iter(|| {
                text.clear();
                text.extend_from_slice(layout.header().as_bytes());
                for (index, grid) in grids.iter().enumerate() {
                    layout.write(index as u64 + 1, black_box(grid), grid, &mut text);
                }
            });
        });
        assert_eq!(text, expected.as_bytes());
    }
    group.finish();
    criterion.final_summary();
}
