// C++: the same calls, with containers and an object that frees its model.
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <cstdio>
#include <stdexcept>
#include <vector>

// A status below 0 becomes an exception, the others are passed on.
static int checked(int status) {
    if (status < 0) throw std::runtime_error(fpm_status_str(status));
    return status;
}

// A model, which owns a copy of its points.
class Processor {
  public:
    Processor(int kind, const std::vector<int64_t> &size, const std::vector<double> &seconds)
        : model_() {
        if (size.size() != seconds.size()) throw std::invalid_argument("one time a size");
        checked(fpm_model_init(&model_, kind, static_cast<int64_t>(size.size()), size.data(),
                               seconds.data(), nullptr, nullptr));
    }
    // The block that the model owns has one owner.
    Processor(Processor &&other) noexcept : model_(other.model_) { other.model_ = fpm_model(); }
    Processor(const Processor &) = delete;
    Processor &operator=(const Processor &) = delete;
    ~Processor() { fpm_model_free(&model_); }
    const fpm_model *model() const { return &model_; }

  private:
    fpm_model model_;
};

static std::vector<int64_t> partition(int64_t n, const std::vector<Processor> &all,
                                      fpm_info *info) {
    std::vector<fpm_proc> procs(all.size(), fpm_proc());
    std::vector<int64_t> d(all.size());
    for (std::size_t i = 0; i < all.size(); i++) procs[i].model = all[i].model();
    checked(fpm_partition(n, static_cast<int>(all.size()), procs.data(), nullptr, d.data(), info));
    return d;
}

int main() {
    try {
        std::vector<Processor> all;
        fpm_info info;
        all.emplace_back(FPM_AKIMA, std::vector<int64_t>{1000, 2000, 4000, 8000, 16000},
                         std::vector<double>{0.010, 0.020, 0.041, 0.190, 0.800});
        all.emplace_back(FPM_SHAPED, std::vector<int64_t>{1000, 2000, 4000, 8000, 16000},
                         std::vector<double>{0.030, 0.060, 0.120, 0.240, 0.480});
        for (int64_t share : partition(12000, all, &info))
            std::printf("%lld units\n", static_cast<long long>(share));
        std::printf("done after %.4f s\n", info.makespan);
    } catch (const std::exception &problem) {
        std::fprintf(stderr, "%s\n", problem.what());
        return 1;
    }
    return 0;
}
