//! Memory use of analysis results that grow with a list or a document.

use super::analysis::AnalysisOutput;
use super::code::Piece;

/// Approximate memory use of a decoded call or event, bytes: its values and their texts.
const READING_BYTES: usize = 2_000;
/// Memory use of a coloured part of a line, including its share of the line, bytes.
const COLOUR_BYTES: usize = 32;

impl AnalysisOutput {
    /// Approximate memory use, bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Calls(readings) => readings.len() * READING_BYTES,
            Self::Logs(readings) => readings.len() * READING_BYTES,
            Self::Bytes(read) => read.data.len() + read.meanings.len() * READING_BYTES,
            // At worst each byte is an instruction.
            Self::Code(reading) => {
                (reading.lengths.runtime + reading.lengths.creation) * (1 + size_of::<Piece>())
            }
            Self::Storage(explained) => size_of_val(&*explained.slots),
            Self::Source(colours) => colours.parts() * COLOUR_BYTES,
            Self::Lines(lines) | Self::Narrowed(Ok(lines)) => lines.bytes(),
            Self::Found(lines) | Self::Shown(lines) => size_of_val(&**lines),
            Self::Values(pages) => pages.iter().map(|page| page.bytes()).sum(),
            Self::Arranged(arranged) => size_of_val(&*arranged.rows),
            Self::Interface(_)
            | Self::Sources(_)
            | Self::Functions(_)
            | Self::Profile(_)
            | Self::Facets(_)
            | Self::Difference(_)
            | Self::Narrowed(Err(_))
            | Self::Tallied(_)
            | Self::Summary(_)
            | Self::Envelope(_) => 0,
        }
    }
}
