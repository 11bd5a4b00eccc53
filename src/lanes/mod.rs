//! The engine: one puzzle per SIMD lane.

use std::fmt;
use std::str::FromStr;

/// An instruction set that the engine can run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// 32 puzzles at once in AVX-512 registers.
    Avx512,
    /// 16 puzzles at once in AVX2 registers.
    Avx2,
    /// Plain arrays, whatever the compiler makes of them.
    Portable,
    /// One puzzle at a time.
    Scalar,
}

impl Backend {
    /// The fastest one that this machine has.
    pub fn detect() -> Backend {
        Backend::Scalar
    }
    /// Those that this machine has, the fastest first.
    pub fn available() -> impl Iterator<Item = Backend> {
        [Backend::Scalar].into_iter()
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Backend::Avx512 => "avx512",
            Backend::Avx2 => "avx2",
            Backend::Portable => "portable",
            Backend::Scalar => "scalar",
        })
    }
}

impl FromStr for Backend {
    type Err = String;
    fn from_str(name: &str) -> Result<Backend, String> {
        match name {
            "scalar" => Ok(Backend::Scalar),
            _ => Err(format!("no backend named {name}")),
        }
    }
}
