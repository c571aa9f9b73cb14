// quickstart.rs - Rust: make shared && rustc -O -L build -o quickstart-rs examples/languages/quickstart.rs
// && LD_LIBRARY_PATH=build ./quickstart-rs.  build/fpm.rs, the module of all calls, is written by `make shared`.
#[path = "../../build/fpm.rs"]
mod fpm;
use fpm::*;
use std::ptr::{null, null_mut};

fn check(status: i32, info: &fpm_info) { // each call returns a status; below 0 there is no answer
    let mut text = [0u8; 400];
    unsafe { fpm_explain(info, text.as_mut_ptr() as *mut _, text.len()) };
    assert!(status >= 0, "{}", String::from_utf8_lossy(&text).trim_end_matches('\0'));
}

fn main() {
    let mut info = fpm_info::default();
    let (mut points, mut models) = ([fpm_points::default(); 2], [fpm_model::default(); 2]);
    let (mut procs, mut d) = ([fpm_proc::default(); 2], [0i64; 2]);
    for (i, file) in ["examples/data/gpu.txt", "examples/data/core.txt"].iter().enumerate() {
        let text = std::fs::read(file).expect(file);
        unsafe {
            check(fpm_points_parse(&mut points[i], text.as_ptr() as *const _, text.len(), &mut info), &info);
            check(fpm_points_sort(&mut points[i], &mut info), &info);
            check(fpm_model_from_points(&mut models[i], FPM_AKIMA, &points[i], null(), &mut info), &info);
        }
        procs[i].model = &mut models[i];
    }
    check(unsafe { fpm_partition(60000, 2, procs.as_ptr(), null(), d.as_mut_ptr(), &mut info) }, &info);
    println!("shares {} + {}, {:.4} s", d[0], d[1], info.makespan);

    let loads = [3i64, 1, 4, 1, 5, 9, 2, 6];
    let (mut chain, mut sums, mut begin, mut owner) = (fpm_chain::default(), [0i64; 9], [0i64; 4], [0i32; 8]);
    check(unsafe { fpm_chain_init(&mut chain, 8, loads.as_ptr(), sums.as_mut_ptr(), &mut info) }, &info);
    check(unsafe { fpm_chain_partition(&chain, 3, null(), begin.as_mut_ptr(), null_mut(), &mut info) }, &info);
    println!("cuts {:?}, at most {}", begin, info.makespan);
    check(unsafe { fpm_items_assign(8, loads.as_ptr(), 3, null(), owner.as_mut_ptr(), null_mut(), &mut info) }, &info);
    println!("owners {:?}, at most {}", owner, info.makespan);
    for i in 0..2 { unsafe { fpm_model_free(&mut models[i]); fpm_points_free(&mut points[i]) } }
}
