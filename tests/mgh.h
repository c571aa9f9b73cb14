/* mgh.h - the systems of nonlinear equations of More, Garbow, Hillstrom, "Testing unconstrained
   optimization software" (ACM TOMS 7, 1981): residuals, Jacobians and standard starting points,
   written from the paper's definitions.  fprime[i * n + j] = dF_i / dx_j. */
#ifndef MGH_H
#define MGH_H

#include <math.h>

enum { MGH_MOST = 40 }; /* unknowns */

static void mgh_rosenbrock(int n, const double *x, double *f, double *J) {
    (void)n;
    f[0] = 1 - x[0];
    f[1] = 10 * (x[1] - x[0] * x[0]);
    J[0] = -1, J[1] = 0;
    J[2] = -20 * x[0], J[3] = 10;
}

static void mgh_powell_singular(int n, const double *x, double *f, double *J) {
    double a = x[1] - 2 * x[2], b = x[0] - x[3], r5 = sqrt(5.0), r10 = sqrt(10.0);
    (void)n;
    f[0] = x[0] + 10 * x[1];
    f[1] = r5 * (x[2] - x[3]);
    f[2] = a * a;
    f[3] = r10 * b * b;
    J[0] = 1, J[1] = 10;
    J[6] = r5, J[7] = -r5;
    J[9] = 2 * a, J[10] = -4 * a;
    J[12] = 2 * r10 * b, J[15] = -2 * r10 * b;
}

static void mgh_powell_badly_scaled(int n, const double *x, double *f, double *J) {
    (void)n;
    f[0] = 1e4 * x[0] * x[1] - 1;
    f[1] = exp(-x[0]) + exp(-x[1]) - 1.0001;
    J[0] = 1e4 * x[1], J[1] = 1e4 * x[0];
    J[2] = -exp(-x[0]), J[3] = -exp(-x[1]);
}

/* Wood's function and Watson's: the gradient of the function to minimise, halved where it is a sum
   of squares. */
static void mgh_wood(int n, const double *x, double *f, double *J) {
    double a = x[1] - x[0] * x[0], b = x[3] - x[2] * x[2];
    (void)n;
    f[0] = -200 * x[0] * a - (1 - x[0]);
    f[1] = 200 * a + 20.2 * (x[1] - 1) + 19.8 * (x[3] - 1);
    f[2] = -180 * x[2] * b - (1 - x[2]);
    f[3] = 180 * b + 20.2 * (x[3] - 1) + 19.8 * (x[1] - 1);
    J[0] = -200 * (x[1] - 3 * x[0] * x[0]) + 1, J[1] = -200 * x[0];
    J[4] = -400 * x[0], J[5] = 220.2, J[7] = 19.8;
    J[10] = -180 * (x[3] - 3 * x[2] * x[2]) + 1, J[11] = -180 * x[2];
    J[13] = 19.8, J[14] = -360 * x[2], J[15] = 200.2;
}

static void mgh_helical_valley(int n, const double *x, double *f, double *J) {
    const double pi = 3.14159265358979323846;
    double r = sqrt(x[0] * x[0] + x[1] * x[1]), turn;
    if (x[0] > 0) turn = atan(x[1] / x[0]) / (2 * pi);
    else if (x[0] < 0) turn = atan(x[1] / x[0]) / (2 * pi) + 0.5;
    else turn = x[1] < 0 ? -0.25 : 0.25;
    (void)n;
    f[0] = 10 * (x[2] - 10 * turn);
    f[1] = 10 * (r - 1);
    f[2] = x[2];
    J[0] = 50 * x[1] / (pi * r * r), J[1] = -50 * x[0] / (pi * r * r), J[2] = 10;
    J[3] = 10 * x[0] / r, J[4] = 10 * x[1] / r;
    J[8] = 1;
}

static void mgh_watson(int n, const double *x, double *f, double *J) {
    int i, j, k;
    double a = x[1] - x[0] * x[0] - 1;
    for (i = 1; i <= 29; i++) {
        double t = i / 29.0, slope = 0, value = 0, power = 1, e, row[MGH_MOST];
        for (j = 0; j < n; j++, power *= t) {
            value += x[j] * power;
            if (j + 1 < n) slope += (j + 1) * x[j + 1] * power;
        }
        e = slope - value * value - 1; /* one of the 29 squared terms; row: its gradient */
        for (power = 1 / t, j = 0; j < n; j++, power *= t) row[j] = power * (j - 2 * t * value);
        for (j = 0; j < n; j++) f[j] += e * row[j];
        for (j = 0; j < n; j++)
            for (k = 0; k < n; k++) J[j * n + k] += row[j] * row[k] - 2 * e * pow(t, j + k);
    }
    f[0] += x[0] - 2 * x[0] * a;
    f[1] += a;
    J[0] += 1 - 2 * a + 4 * x[0] * x[0];
    J[1] -= 2 * x[0];
    J[n] -= 2 * x[0];
    J[n + 1] += 1;
}

static void mgh_chebyquad(int n, const double *x, double *f, double *J) {
    int i, j;
    for (j = 0; j < n; j++) {
        double z = 2 * x[j] - 1, t0 = 1, t1 = z, d0 = 0, d1 = 2, next;
        for (i = 0; i < n; i++) {
            f[i] += t1 / n;
            J[i * n + j] = d1 / n;
            next = 4 * t1 + 2 * z * d1 - d0, d0 = d1, d1 = next;
            next = 2 * z * t1 - t0, t0 = t1, t1 = next;
        }
    }
    for (i = 1; i < n; i += 2) f[i] += 1 / ((i + 1.0) * (i + 1.0) - 1);
}

static void mgh_brown_almost_linear(int n, const double *x, double *f, double *J) {
    int i, j;
    double sum = 0, product = 1;
    for (j = 0; j < n; j++) sum += x[j], product *= x[j];
    for (i = 0; i < n; i++) {
        f[i] = x[i] + sum - (n + 1);
        for (j = 0; j < n; j++) J[i * n + j] = i == j ? 2 : 1;
    }
    f[n - 1] = product - 1;
    for (j = 0; j < n; j++) {
        for (product = 1, i = 0; i < n; i++) product *= i == j ? 1 : x[i];
        J[(n - 1) * n + j] = product;
    }
}

static void mgh_discrete_bvp(int n, const double *x, double *f, double *J) {
    int i;
    double h = 1.0 / (n + 1);
    for (i = 0; i < n; i++) {
        double s = x[i] + (i + 1) * h + 1;
        f[i] = 2 * x[i] - (i ? x[i - 1] : 0) - (i + 1 < n ? x[i + 1] : 0) + h * h * s * s * s / 2;
        J[i * n + i] = 2 + 1.5 * h * h * s * s;
        if (i) J[i * n + i - 1] = -1;
        if (i + 1 < n) J[i * n + i + 1] = -1;
    }
}

static void mgh_discrete_integral(int n, const double *x, double *f, double *J) {
    int i, j;
    double h = 1.0 / (n + 1);
    for (i = 0; i < n; i++) {
        double ti = (i + 1) * h, sum = 0;
        for (j = 0; j < n; j++) {
            double tj = (j + 1) * h, s = x[j] + tj + 1,
                   kernel = j <= i ? (1 - ti) * tj : ti * (1 - tj);
            sum += kernel * s * s * s;
            J[i * n + j] = (i == j) + 1.5 * h * kernel * s * s;
        }
        f[i] = x[i] + h * sum / 2;
    }
}

static void mgh_trigonometric(int n, const double *x, double *f, double *J) {
    int i, j;
    double sum = 0;
    for (j = 0; j < n; j++) sum += cos(x[j]);
    for (i = 0; i < n; i++) {
        f[i] = n - sum + (i + 1) * (1 - cos(x[i])) - sin(x[i]);
        for (j = 0; j < n; j++) J[i * n + j] = sin(x[j]);
        J[i * n + i] += (i + 1) * sin(x[i]) - cos(x[i]);
    }
}

static void mgh_variably_dimensioned(int n, const double *x, double *f, double *J) {
    int i, j;
    double sum = 0;
    for (j = 0; j < n; j++) sum += (j + 1) * (x[j] - 1);
    for (i = 0; i < n; i++) {
        f[i] = x[i] - 1 + (i + 1) * sum * (1 + 2 * sum * sum);
        for (j = 0; j < n; j++) J[i * n + j] = (i == j) + (i + 1) * (j + 1) * (1 + 6 * sum * sum);
    }
}

static void mgh_broyden_tridiagonal(int n, const double *x, double *f, double *J) {
    int i;
    for (i = 0; i < n; i++) {
        f[i] = (3 - 2 * x[i]) * x[i] - (i ? x[i - 1] : 0) - (i + 1 < n ? 2 * x[i + 1] : 0) + 1;
        J[i * n + i] = 3 - 4 * x[i];
        if (i) J[i * n + i - 1] = -1;
        if (i + 1 < n) J[i * n + i + 1] = -2;
    }
}

static void mgh_broyden_banded(int n, const double *x, double *f, double *J) {
    int i, j;
    for (i = 0; i < n; i++) {
        f[i] = x[i] * (2 + 5 * x[i] * x[i]) + 1;
        J[i * n + i] = 2 + 15 * x[i] * x[i];
        for (j = i > 5 ? i - 5 : 0; j < n && j <= i + 1; j++)
            if (j != i) {
                f[i] -= x[j] * (1 + x[j]);
                J[i * n + j] = -1 - 2 * x[j];
            }
    }
}

typedef void mgh_system(int n, const double *x, double *f, double *J);

static mgh_system *const mgh_systems[14] = {
    mgh_rosenbrock,          mgh_powell_singular,
    mgh_powell_badly_scaled, mgh_wood,
    mgh_helical_valley,      mgh_watson,
    mgh_chebyquad,           mgh_brown_almost_linear,
    mgh_discrete_bvp,        mgh_discrete_integral,
    mgh_trigonometric,       mgh_variably_dimensioned,
    mgh_broyden_tridiagonal, mgh_broyden_banded,
};

/* Residual f and Jacobian J of problem 1 .. 14. */
static void mgh_evaluate(int problem, int n, const double *x, double *f, double *J) {
    int i;
    for (i = 0; i < n; i++) f[i] = 0;
    for (i = 0; i < n * n; i++) J[i] = 0;
    mgh_systems[problem - 1](n, x, f, J);
}

/* The standard starting point times factor; where that is the origin, factor everywhere. */
static void mgh_start(int problem, int n, double factor, double *x) {
    static const double fixed[6][4] = {{-1.2, 1},        {3, -1, 0, 1}, {0, 1},
                                       {-3, -1, -3, -1}, {-1},          {0}};
    int j;
    for (j = 0; j < n; j++) {
        double t = (j + 1.0) / (n + 1);
        switch (problem) {
        case 6: x[j] = factor > 1 ? 1 : 0; break;
        case 7: x[j] = t; break;
        case 8: x[j] = 0.5; break;
        case 9:
        case 10: x[j] = t * (t - 1); break;
        case 11: x[j] = 1.0 / n; break;
        case 12: x[j] = 1 - (j + 1.0) / n; break;
        case 13:
        case 14: x[j] = -1; break;
        default: x[j] = fixed[problem - 1][j];
        }
        x[j] *= factor;
    }
}

#endif /* MGH_H */
