//! A port that can be closed for a time. While it is closed, no socket listens; open requests may finish.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::Router;
use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{oneshot, watch};
use tokio::time::Instant;

/// The most connections waiting to be accepted.
const MAX_WAITING: u32 = 1024;

/// Whether a port can be entered.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Door {
    #[default]
    Open,
    Shut,
    ShutUntil(Instant),
}

impl Door {
    fn is_shut(self) -> bool {
        match self {
            Self::Open => false,
            Self::Shut => true,
            Self::ShutUntil(until) => Instant::now() < until,
        }
    }
}

/// A loopback port. Its number is reserved before a socket listens.
pub(super) struct Port {
    socket: TcpSocket,
    address: SocketAddr,
}

impl Port {
    /// A free one.
    ///
    /// # Errors
    /// When no loopback port can be bound.
    pub(super) fn free() -> io::Result<Self> {
        Self::at(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))
    }

    fn at(address: SocketAddr) -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        // Connections of an earlier listener may linger.
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        Ok(Self { address: socket.local_addr()?, socket })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves whenever the door is open, until the network ends. If the door is open from the start, the port listens
    /// when this returns.
    ///
    /// # Errors
    /// When the port cannot be opened.
    pub(super) fn serve(
        self,
        app: Router,
        mut door: watch::Receiver<Door>,
        mut ended: watch::Receiver<()>,
    ) -> io::Result<()> {
        let Self { socket, address } = self;
        let mut port = if door.borrow_and_update().is_shut() {
            Standing::Shut(socket)
        } else {
            Standing::Open(socket.listen(MAX_WAITING)?)
        };
        tokio::spawn(async move {
            loop {
                let listener = match port {
                    Standing::Open(listener) => listener,
                    Standing::Shut(socket) => {
                        tokio::select! {
                            () = opened(&mut door) => {}
                            _ = ended.changed() => return,
                        }
                        let Ok(listener) = socket.listen(MAX_WAITING) else { return };
                        listener
                    }
                };
                let (held, left) = oneshot::channel();
                let entrance = Entrance { listener, _held: held };
                let (mut shutting, mut ending) = (door.clone(), ended.clone());
                let closed = async move {
                    tokio::select! {
                        // Either fails when its sender is dropped, which is an end as well.
                        _ = shutting.wait_for(|door| door.is_shut()) => {}
                        _ = ending.changed() => {}
                    }
                };
                let service = app.clone().into_make_service_with_connect_info::<Breaker>();
                tokio::spawn(
                    async move { axum::serve(entrance, service).with_graceful_shutdown(closed).await },
                );
                // Never sent, but dropped with the listener.
                let _ = left.await;
                if ended.has_changed().is_err() {
                    return;
                }
                let Ok(Self { socket, .. }) = Self::at(address) else { return };
                port = Standing::Shut(socket);
            }
        });
        Ok(())
    }
}

enum Standing {
    Open(TcpListener),
    /// Bound without listening, to keep the port number; connections are refused.
    Shut(TcpSocket),
}

/// Waits until the door is open.
async fn opened(door: &mut watch::Receiver<Door>) {
    loop {
        let now = *door.borrow_and_update();
        let changed = match now {
            Door::Open => return,
            Door::Shut => door.changed().await,
            Door::ShutUntil(until) => tokio::select! {
                () = tokio::time::sleep_until(until) => return,
                changed = door.changed() => changed,
            },
        };
        // Without a handle, the door keeps its state.
        if changed.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Accepts connections, and signals when it is dropped.
struct Entrance {
    listener: TcpListener,
    /// Dropped after the listener.
    _held: oneshot::Sender<()>,
}

impl Listener for Entrance {
    type Io = Line;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Line, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        (Line { stream, breaker: Breaker::default() }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Decides how a connection ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Breaker(Arc<AtomicBool>);

impl Breaker {
    /// Makes the connection end with a reset instead of a close.
    pub(super) fn reset(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Connected<IncomingStream<'_, Entrance>> for Breaker {
    fn connect_info(stream: IncomingStream<'_, Entrance>) -> Self {
        stream.io().breaker.clone()
    }
}

struct Line {
    stream: TcpStream,
    breaker: Breaker,
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.breaker.0.load(Ordering::Relaxed) {
            // If the reset fails, the connection is closed normally.
            let _ = self.stream.set_zero_linger();
        }
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        ctx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(ctx, into)
    }
}

impl AsyncWrite for Line {
    fn poll_write(mut self: Pin<&mut Self>, ctx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(ctx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        ctx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(ctx, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, ctx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(ctx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, ctx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(ctx)
    }
}
