// balance.rs - Rust: a loop over threads that balances itself; nothing is measured beforehand.
// make shared && rustc -O -L build -o balance-rs examples/languages/balance.rs && LD_LIBRARY_PATH=build ./balance-rs
#[path = "../../build/fpm.rs"]
mod fpm;
use fpm::*;
use std::{ptr::null, thread, time::Instant};

struct Balance(fpm_balance); // frees its state

impl Drop for Balance {
    fn drop(&mut self) { unsafe { fpm_balance_free(&mut self.0) } }
}

fn work(units: i64, slow: i64) { // your own: worker 1 needs three times as long for a unit
    let mut x = 1.0f64;
    for _ in 0..units * slow * 200 { x = x * 1.0000001 + 1e-9; }
    assert!(x > 0.0);
}

fn main() {
    let (n, slow) = (3000i64, [1i64, 3]);
    let (mut d, mut info) = (vec![0i64; slow.len()], fpm_info::default());
    let mut balance = Balance(fpm_balance::default());
    // 0, 0: a move is free, as threads share memory; else seconds for each unit, and for each move.
    let status = unsafe { fpm_balance_init(&mut balance.0, n, d.len() as i32, null(), 0.0, 0.0, null(), d.as_mut_ptr(), &mut info) };
    assert!(status >= 0, "status {}", status);
    for k in 0..12 {
        let seconds: Vec<f64> = thread::scope(|scope| {
            let hands: Vec<_> = d.iter().zip(slow).map(|(&units, slow)| scope.spawn(move || {
                let start = Instant::now();
                work(units, slow);
                start.elapsed().as_secs_f64().max(1e-9) // elapsed, of the own work alone
            })).collect();
            hands.into_iter().map(|hand| hand.join().unwrap()).collect()
        });
        println!("{k}: {d:?} units, {seconds:.4?} s");
        let status = unsafe { fpm_balance_step(&mut balance.0, seconds.as_ptr(), d.as_mut_ptr(), &mut info) };
        assert!(status >= 0, "status {}", status); // fpm_explain(&info, ..) says why
        if balance.0.verdict == FPM_MOVE { /* hand the data over, to the shares that d has now */ }
    }
}
