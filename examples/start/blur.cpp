// blur.cpp - together.c in C++: any object with a call operator as work, and any number of workers.
//    c++ -O2 -I. examples/start/blur.cpp -o blur -lpthread && ./blur
#define FPM_IMPLEMENTATION
#define FPMK_IMPLEMENTATION
#include "fpm_kernels.h" // includes fpm.h
#include <cstdio>
#include <vector>

struct Blur { // your own work: rows of a picture, done `times` times by a slow worker
    static const int width = 1000;
    int64_t rows;
    int times;
    std::vector<float> in, out;
    Blur(int64_t most, int slow)
        : rows(most), times(slow), in(most * width, 1), out(most * width) {}
    void operator()() {
        for (int64_t i = 1; i < rows * times * width - 1; i++) {
            const float *at = &in[1 + i % (rows * width - 2)];
            out[1 + i % (rows * width - 2)] = (at[-1] + 2 * at[0] + at[1]) / 4;
        }
    }
};
template <class Work> int call(void *work) { // what C calls: an exception must not pass through it
    try {
        (*static_cast<Work *>(work))();
    } catch (...) { return 1; }
    return 0;
}
int main() {
    const int64_t n = 2000;
    std::vector<Blur> work = {Blur(n, 1), Blur(n, 3)};
    const int p = (int)work.size();
    std::vector<int (*)(void *)> run(p, call<Blur>);
    std::vector<void *> context;
    for (Blur &w : work) context.push_back(&w);
    std::vector<fpm_points> points(p);
    std::vector<fpm_point> now(p);
    std::vector<fpm_model> model(p);
    std::vector<fpm_proc> procs(p);
    std::vector<int64_t> size(5), rows(p), d(p);
    fpm_info info;
    size.resize((size_t)fpmk_sizes(n / 20, n, (int)size.size(), size.data()));
    for (size_t k = 0; k < size.size(); k++) { // small for some while large for others
        for (int i = 0; i < p; i++) rows[i] = work[i].rows = size[i % 2 ? size.size() - 1 - k : k];
        int status =
            fpmk_measure_calls(p, run.data(), context.data(), rows.data(), NULL, now.data(), NULL);
        if (status != FPM_OK) std::printf("%s\n", fpmk_status_str(status));
        for (int i = 0; i < p && status >= 0; i++) status = fpm_points_add(&points[i], &now[i]);
        if (status < 0) return 1;
    }
    for (int i = 0; i < p; i++) {
        fpm_points_sort(&points[i], NULL);
        fpm_model_init(&model[i], FPM_AKIMA, points[i].count, points[i].size, points[i].seconds,
                       NULL, NULL);
        procs[i].model = &model[i]; // fpm_partition refuses a model that could not be made
    }
    int status = fpm_partition(n, p, procs.data(), NULL, d.data(), &info);
    for (int i = 0; i < p; i++) fpm_model_free(&model[i]), fpm_points_free(&points[i]);
    return status < 0 ||
           std::printf("%d + %d rows, %.3g s\n", (int)d[0], (int)d[1], info.makespan) < 0;
}
