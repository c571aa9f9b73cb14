// C++: the same calls, with containers, and objects that free what they hold: a model of a
// processor, and a loop that balances itself.  Both can be moved, but not copied.
//    c++ -O2 -I. examples/calls/containers.cpp -o containers && ./containers
// Windows, with g++ of MSYS2:
//    g++ -O2 -static -I. examples/calls/containers.cpp -o containers.exe && ./containers.exe
#define FPM_STATIC
#define FPM_IMPLEMENTATION
#include "fpm.h"
#include <cstdio>
#include <stdexcept>
#include <utility>
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

// A loop that balances itself.  Its own copy of the shares is a vector; the state of fpm.h is moved
// by its bytes, and whoever it was taken from holds nothing.
class Balancer {
  public:
    Balancer(int64_t n, int p, double unit_cost, double move_cost)
        : balance_(), shares_(static_cast<std::size_t>(p)) {
        checked(fpm_balance_init(&balance_, n, p, nullptr, unit_cost, move_cost, nullptr,
                                 shares_.data(), nullptr));
    }
    Balancer(Balancer &&other) noexcept
        : balance_(other.balance_), shares_(std::move(other.shares_)) {
        other.balance_ = fpm_balance();
        other.shares_.clear();
    }
    Balancer &operator=(Balancer &&other) noexcept {
        std::swap(balance_, other.balance_);
        shares_.swap(other.shares_);
        return *this;
    }
    Balancer(const Balancer &) = delete;
    Balancer &operator=(const Balancer &) = delete;
    ~Balancer() { fpm_balance_free(&balance_); }

    const std::vector<int64_t> &shares() const { return shares_; }
    // The verdict: with FPM_MOVE hand the data over, to the shares that are there now.
    int step(const std::vector<double> &seconds) {
        if (seconds.empty() || seconds.size() != shares_.size())
            throw std::invalid_argument("one time per processor");
        checked(fpm_balance_step(&balance_, seconds.data(), shares_.data(), nullptr));
        return balance_.verdict;
    }

  private:
    fpm_balance balance_;
    std::vector<int64_t> shares_;
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

        std::vector<Balancer> loops; // moves what it has when it grows
        for (int i = 0; i < 3; i++) loops.emplace_back(1200, 2, 1e-6, 0.0);
        Balancer loop = std::move(loops[2]);
        int steps = 1;
        while (loop.step({static_cast<double>(loop.shares()[0]) * 0.01,
                          static_cast<double>(loop.shares()[1]) * 0.03}) != FPM_CONVERGED)
            steps++;
        std::printf("%lld + %lld units after %d steps\n", static_cast<long long>(loop.shares()[0]),
                    static_cast<long long>(loop.shares()[1]), steps);
        loops[0] = std::move(loop);
    } catch (const std::exception &problem) {
        std::fprintf(stderr, "%s\n", problem.what());
        return 1;
    }
    return 0;
}
