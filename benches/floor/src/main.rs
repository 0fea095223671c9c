//! What `benches/terminal.sh` holds the program against: blocking reads, a table of a million rows of which those in
//! view are built, all keys that wait in one frame, and one write for each frame.

use std::io::{self, BufWriter, Stdout, Write, stdout};
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event, KeyCode};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::style::{Modifier, Style};

const ROWS: usize = 1_000_000;

fn draw(terminal: &mut Terminal<CrosstermBackend<BufWriter<Stdout>>>, selected: usize) -> io::Result<()> {
    terminal.draw(|frame| {
        let area = frame.area();
        let height = usize::from(area.height).saturating_sub(2).max(1);
        let first = (selected + 1).saturating_sub(height);
        let buffer = frame.buffer_mut();
        buffer.set_string(1, 0, "floor", Style::new().add_modifier(Modifier::BOLD));
        for (y, row) in (1..area.height.saturating_sub(1)).zip(first..ROWS) {
            let style = if row == selected { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
            let text = format!("row {row}  0.0.{}  {:>12}  swapExactTokensForTokens", row * 7, row * 1_234);
            buffer.set_string(1, y, text, style);
        }
        buffer.set_string(1, area.height.saturating_sub(1), "j down   k up   q quit", Style::new());
    })?;
    Ok(())
}

fn main() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen)?;
    let mut terminal = Terminal::new(CrosstermBackend::new(BufWriter::with_capacity(1 << 16, stdout())))?;
    let mut selected: usize = 0;
    'drawn: loop {
        draw(&mut terminal, selected)?;
        loop {
            if let Event::Key(key) = event::read()? {
                match key.code {
                    KeyCode::Char('j') => selected = (selected + 1).min(ROWS - 1),
                    KeyCode::Char('k') => selected = selected.saturating_sub(1),
                    KeyCode::Char('q') => break 'drawn,
                    _ => {}
                }
            }
            if !event::poll(Duration::ZERO)? {
                break;
            }
        }
    }
    execute!(stdout(), LeaveAlternateScreen)?;
    stdout().flush()?;
    disable_raw_mode()
}
