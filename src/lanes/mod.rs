//! The engine: one puzzle per SIMD lane.
//!
//! A file holds many puzzles, so the lanes of a vector hold a *different puzzle* each, and one
//! sequence of instructions propagates in all of them. The algorithm stands once, in `kernel` (a
//! round of propagation) and `search`, over the `Lanes` of an instruction set.

// Loops of fixed length over several arrays at once: an index says best what they do.
#![allow(clippy::needless_range_loop)]

mod kernel;
#[allow(clippy::module_inception)]
mod lanes;
mod portable;
mod search;
mod split;
mod states;
mod transpose;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

use std::fmt;
use std::str::FromStr;

pub use search::Found;
use search::{Rounds, Search, Wanted};

/// An instruction set that the engine can run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// 32 puzzles at once in AVX-512 registers.
    Avx512,
    /// 16 puzzles at once in AVX2 registers.
    Avx2,
    /// 8 puzzles at once in what every CPU of the target has: SSE2, NEON, or plain arrays.
    Portable,
    /// One puzzle at a time.
    Scalar,
}

impl Backend {
    /// All of them, the fastest first.
    pub const ALL: [Backend; 4] =
        [Backend::Avx512, Backend::Avx2, Backend::Portable, Backend::Scalar];

    /// The fastest one that this machine has.
    pub fn detect() -> Backend {
        Backend::available().next().unwrap_or(Backend::Scalar)
    }

    /// Those that this machine has, the fastest first.
    pub fn available() -> impl Iterator<Item = Backend> {
        Backend::ALL.into_iter().filter(|backend| backend.is_available())
    }

    /// Whether this machine has it.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => {
                Backend::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512bitalg")
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            Backend::Portable | Backend::Scalar => true,
            #[cfg(not(target_arch = "x86_64"))]
            Backend::Avx512 | Backend::Avx2 => false,
        }
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
        let backend = Backend::ALL.into_iter().find(|backend| backend.to_string() == name);
        match backend {
            Some(backend) if backend.is_available() => Ok(backend),
            Some(_) => Err(format!("this machine has no {name}")),
            None => Err(format!("no backend is named {name} (avx512, avx2, portable, scalar)")),
        }
    }
}

/// The engine on one instruction set. It keeps its memory from run to run: make one for each
/// thread.
pub struct Engine(Inner);

enum Inner {
    #[cfg(target_arch = "x86_64")]
    Avx512(Box<Search<avx512::Avx512>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<Search<avx2::Avx2>>),
    Portable(Box<Search<portable::Portable>>),
}

impl Engine {
    /// The engine on `backend`; `None` if this machine does not have it, or if it works on one
    /// puzzle at a time, which is not done here.
    pub fn new(backend: Backend) -> Option<Engine> {
        let inner = match backend {
            _ if !backend.is_available() => return None,
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => Inner::Avx512(Box::new(Search::new())),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => Inner::Avx2(Box::new(Search::new())),
            Backend::Portable => Inner::Portable(Box::new(Search::new())),
            _ => return None,
        };
        Some(Engine(inner))
    }

    /// Searches `puzzles` (81 cells row by row, `0` for a blank, `16 + d` for one that must not get
    /// the digit `d`), each until `limit` solutions are known. `found` is cleared and gets one
    /// entry for each. Which solution stands there is the engine's choice.
    pub fn run<P: AsRef<[u8; 81]>>(&mut self, puzzles: &[P], limit: u32, found: &mut Vec<Found>) {
        self.search(puzzles, Wanted::Solutions(limit), found);
    }

    /// Searches `puzzles` for their first solutions in depth-first order (blank cells row by row,
    /// digits ascending), with up to so many guesses for each. `found` is cleared and gets one entry
    /// for each: one solution, the first, or none, if it was not found.
    pub fn first<P: AsRef<[u8; 81]>>(
        &mut self,
        puzzles: &[P],
        guesses: u32,
        found: &mut Vec<Found>,
    ) {
        self.search(puzzles, Wanted::First(guesses), found);
    }

    fn search<P: AsRef<[u8; 81]>>(
        &mut self,
        puzzles: &[P],
        wanted: Wanted,
        found: &mut Vec<Found>,
    ) {
        found.clear();
        found.resize(puzzles.len(), Found::NOTHING);
        if let Wanted::Solutions(0) = wanted {
            return;
        }
        match &mut self.0 {
            #[cfg(target_arch = "x86_64")]
            Inner::Avx512(search) => Rounds::search(search, puzzles, wanted, found),
            #[cfg(target_arch = "x86_64")]
            Inner::Avx2(search) => Rounds::search(search, puzzles, wanted, found),
            Inner::Portable(search) => Rounds::search(search, puzzles, wanted, found),
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Engine")
    }
}
