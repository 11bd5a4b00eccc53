//! Reader, batches, threads, writer: results in the order of the input, whatever the number of
//! threads, in memory that does not grow with the input.

mod ahead;
mod batches;
mod ordered;
mod reader;

pub use ahead::ahead;
pub use batches::batches;
pub use ordered::ordered;
pub use reader::Reader;
