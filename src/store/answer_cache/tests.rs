//! What is kept, bounded and cleared, and what a damaged file costs.

use super::*;

const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);

fn cache(dir: &Path, max_bytes: u64) -> DiskCache {
    DiskCache::new(dir, max_bytes, || NOW)
}

fn answer(text: &str) -> CachedBody {
    CachedBody {
        body: RawJson::new(text.to_owned()),
        at: NOW.minus_seconds(90),
        etag: Some("\"1\"".to_owned()),
    }
}

#[test]
fn what_is_kept_is_there_for_the_next_run_by_network_and_address() {
    let dir = tempfile::tempdir().unwrap();
    let kept = answer(r#"{"gas_used":1}"#);
    cache(dir.path(), 1 << 20).keep("mainnet", "https://m/1", &kept);
    let next = cache(dir.path(), 1 << 20);
    assert_eq!(next.head("mainnet", "https://m/1"), Some(CachedHead { etag: kept.etag.clone() }));
    assert_eq!(next.find("mainnet", "https://m/1"), Some(kept));
    assert_eq!(next.head("testnet", "https://m/1"), None);
    assert_eq!(next.find("testnet", "https://m/1"), None);
    assert_eq!(next.find("mainnet", "https://m/2"), None);
}

#[cfg(unix)]
#[test]
fn nobody_else_can_read_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    let cache = cache(&dir.path().join("data"), 1 << 20);
    cache.keep("mainnet", "https://m/1", &answer("{}"));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&cache.path()), mode(&dir.path().join("data"))), (0o600, 0o700));
}

#[test]
fn it_is_bounded_and_lets_go_of_what_was_used_longest_ago() {
    let dir = tempfile::tempdir().unwrap();
    let noise: String = (0_u64..4_000)
        .flat_map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_string().into_bytes())
        .map(char::from)
        .collect();
    let cache = cache(dir.path(), 200_000);
    for number in 0..40 {
        cache.keep("net", &format!("https://m/{number}"), &answer(&format!("{number}{noise}")));
    }
    let size = cache.size().unwrap();
    assert!(size.bytes <= 200_000 && size.answers >= 3, "{size:?}");
    let is_there = |number: u64| cache.find("net", &format!("https://m/{number}")).is_some();
    assert!(is_there(39) && !is_there(0));
}

#[test]
fn one_command_clears_it() {
    let dir = tempfile::tempdir().unwrap();
    let cache = cache(dir.path(), 1 << 20);
    cache.keep("net", "https://m/1", &answer("{}"));
    assert_eq!(cache.clear().unwrap().unwrap().answers, 1);
    assert_eq!(cache.size().unwrap(), CacheSize { answers: 0, bytes: 0 });
    assert_eq!(cache.find("net", "https://m/1"), None);
}

#[test]
fn a_damaged_file_is_made_anew_and_another_version_is_dropped() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join(FILE), "no database, but long enough to be taken for one".repeat(99)).unwrap();
    cache(dir.path(), 1 << 20).keep("net", "https://m/1", &answer("{}"));
    assert!(cache(dir.path(), 1 << 20).find("net", "https://m/1").is_some());
    let connection = Connection::open(dir.path().join(FILE)).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let newer = cache(dir.path(), 1 << 20);
    assert_eq!(newer.find("net", "https://m/1"), None);
    newer.keep("net", "https://m/1", &answer("{}"));
    assert!(newer.find("net", "https://m/1").is_some());
}

#[test]
fn a_body_that_cannot_be_read_is_as_if_it_were_not_kept() {
    let dir = tempfile::tempdir().unwrap();
    let cache = cache(dir.path(), 1 << 20);
    cache.keep("net", "https://m/1", &answer("{}"));
    let connection = Connection::open(cache.path()).unwrap();
    connection.execute("UPDATE answers SET body = x'ffffffff'", []).unwrap();
    assert_eq!(cache.find("net", "https://m/1"), None);
}

#[test]
fn without_a_directory_nothing_is_kept_and_nothing_fails() {
    let cache = cache(Path::new(""), 1 << 20);
    cache.keep("net", "https://m/1", &answer("{}"));
    assert_eq!(cache.find("net", "https://m/1"), None);
    assert!(cache.size().is_err());
}
