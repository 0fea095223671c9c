//! A field for each argument of a function, checked by its type.

use decode::input::{self, Names, Typed};
use decode::interface::Parameter;

use crate::panes::Context;
use crate::panes::kit::nouns::labels;
use crate::widgets::form::{Fault, Form, FormField};

/// The names of the fields, which limit their number. The compiler has stack for half of them without its
/// intermediate language.
pub const NAMES: [&str; 32] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18",
    "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31",
];

/// Creates the fields with the texts of `before`, by name.
pub fn fields<'b>(
    inputs: &[Parameter],
    before: impl Fn(&str) -> &'b str,
    ctx: &Context<'_>,
) -> Vec<FormField> {
    let field = |((at, input), name): ((usize, &Parameter), &&'static str)| {
        let field = FormField::text(name, label(at, input), input::wanted(input), before(name));
        completed(field, input.kind.is("address"), ctx)
    };
    inputs.iter().enumerate().zip(&NAMES).map(field).collect()
}

/// Parses the arguments; each invalid field has a fault with the valid format.
pub fn read(form: &Form, inputs: &[Parameter], names: &Names<'_>) -> (Vec<Typed>, Vec<Fault>) {
    let (mut arguments, mut faults) = (Vec::new(), Vec::new());
    for (input, name) in inputs.iter().zip(NAMES) {
        // Blanks are part of a text.
        let field = form.fields().iter().find(|field| field.name == name);
        match input::parse_argument(field.map_or("", FormField::value), input, names) {
            Ok(argument) => arguments.push(argument),
            Err(fault) => faults.push((name, fault.words)),
        }
    }
    (arguments, faults)
}

/// Adds completion by labels to a field for addresses.
pub fn completed(field: FormField, is_address: bool, ctx: &Context<'_>) -> FormField {
    let completions = if is_address { labels::handles(ctx) } else { Vec::new() };
    FormField { completions, ..field }
}

fn label(at: usize, input: &Parameter) -> String {
    let name = if input.name.is_empty() { format!("#{at}") } else { input.name.escaped() };
    format!("{name} {}", input.kind.escaped())
}
