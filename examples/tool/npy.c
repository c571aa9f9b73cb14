/* npy.c - loads from a NumPy array: magic, version, length of the head, a head such as
   {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }, and the numbers. */
#include "table.h"
#include "text.h"

typedef struct array {
    char kind; /* b i u f */
    int bytes, big, by_columns, dimensions;
    int64_t rows, cols;
} array;

/* What stands behind 'key': in the head, or NULL. */
static const char *entry(const char *head, const char *key) {
    const char *at = strstr(head, key);
    if (!at || (at += strlen(key), *at++ != '\'')) return NULL;
    while (*at == ' ' || *at == ':') at++;
    return at;
}

/* A size of the shape from *at on, or -1. */
static int64_t next_size(const char **at) {
    char *end;
    double value = strtod(*at, &end);
    if (end == *at || !(value >= 0 && value <= INT_MAX)) return -1;
    *at = end + strspn(end, ", ");
    return (int64_t)value;
}

static int read_head(array *a, const char *head) {
    const char *type = entry(head, "'descr"), *order = entry(head, "'fortran_order"),
               *shape = entry(head, "'shape");
    if (!type || !order || !shape || *type != '\'' || *shape++ != '(') return 0;
    a->big = type[1] == '>';
    a->kind = type[2];
    if (!a->kind || !strchr("<>|=", type[1])) return 0;
    a->bytes = atoi(type + 3);
    a->by_columns = *order == 'T';
    if (!strchr("biuf", a->kind) || (a->bytes & (a->bytes - 1)) || a->bytes < 1 || a->bytes > 8)
        return 0;
    if ((a->kind == 'f' && a->bytes < 2) || (a->kind == 'b' && a->bytes > 1)) return 0;
    a->rows = next_size(&shape);
    a->cols = 1, a->dimensions = 1;
    if (a->rows >= 0 && *shape != ')') a->cols = next_size(&shape), a->dimensions = 2;
    return a->rows >= 0 && a->cols >= 0 && *shape == ')';
}

/* Of 16 bits: sign, 5 of exponent, 10 of fraction. */
static double half(unsigned bits) {
    int exponent = (int)(bits >> 10 & 31);
    double fraction = (double)(bits & 1023) / 1024;
    double value = exponent == 31 ? HUGE_VAL * (1 - fraction) /* infinite, or none at all */
                   : exponent     ? ldexp(1 + fraction, exponent - 15)
                                  : ldexp(fraction, -14);
    return bits >> 15 ? -value : value;
}

static double element(const array *a, const unsigned char *at) {
    uint64_t bits = 0;
    uint32_t bits32;
    float real32;
    double real;
    int i;
    for (i = 0; i < a->bytes; i++) bits |= (uint64_t)at[a->big ? a->bytes - 1 - i : i] << 8 * i;
    if (a->kind == 'i' && bits >> (8 * a->bytes - 1)) return -1; /* below 0 */
    if (a->kind != 'f') return (double)bits;
    if (a->bytes == 2) return half((unsigned)bits);
    if (a->bytes == 8) return memcpy(&real, &bits, sizeof real), real;
    bits32 = (uint32_t)bits;
    return memcpy(&real32, &bits32, sizeof real32), (double)real32;
}

int npy_read(loads *l, const char *text, size_t length) {
    const unsigned char *at = (const unsigned char *)text;
    size_t begin = 8, size = 0, k;
    char *head = NULL;
    array a = FPM_ZERO;
    int wide = length > 8 && at[6] > 1, known = 0, status = ANSWERED;
    int64_t row, col;
    for (k = 0; k < (wide ? 4u : 2u) && begin < length; k++) size |= (size_t)at[begin++] << 8 * k;
    if (begin <= length && size <= length - begin && (head = (char *)malloc(size + 1)) == NULL)
        return out_of_memory();
    if (head) {
        memcpy(head, text + begin, size);
        head[size] = '\0';
        known = read_head(&a, head);
        free(head);
    }
    if (!known)
        return no_answer("%s: not an array of one or two dimensions of whole or floating-point "
                         "numbers",
                         l->file);
    at += begin + size, length -= begin + size;
    if (a.cols && (uint64_t)a.rows > SIZE_MAX / 8 / (uint64_t)a.cols)
        return no_answer("%s: %" PRId64 " x %" PRId64 " is too large", l->file, a.rows, a.cols);
    if (length != (size_t)a.rows * (size_t)a.cols * (size_t)a.bytes)
        return no_answer("%s: %" PRId64 " x %" PRId64 " numbers of %d bytes do not take %" PRId64
                         " bytes",
                         l->file, a.rows, a.cols, a.bytes, (int64_t)length);
    for (row = 0; row < a.rows && !status; row++)
        for (col = 0; col < a.cols && !status; col++) {
            size_t index = (size_t)(a.by_columns ? col * a.rows + row : row * a.cols + col);
            double value = element(&a, at + index * (size_t)a.bytes);
            if (!(value >= 0 && value <= 1e300))
                return no_answer("%s: element (%" PRId64 ", %" PRId64
                                 ") is not a load (a number, 0 "
                                 "or more)",
                                 l->file, row, col);
            status = loads_add(l, value);
        }
    l->chain = l->chain && a.dimensions == 1;
    l->rows = l->chain ? 1 : a.rows;
    l->cols = l->chain ? a.rows : a.cols;
    l->as = "a NumPy array";
    return status;
}
