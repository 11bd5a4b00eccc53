//! What the tests of all commands share.
