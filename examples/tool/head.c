/* head.c - what a file is, by how it begins: byte order marks, banners, names of columns. */
#include "head.h"
#include "text.h"

void head_strip(char *text, size_t *length) {
    if (*length < 3 || memcmp(text, "\xEF\xBB\xBF", 3) != 0) return;
    *length -= 3;
    memmove(text, text + 3, *length);
}

int head_utf16(const char *text, size_t length) {
    size_t i;
    int side;
    if (length > 1 && (!memcmp(text, "\xFF\xFE", 2) || !memcmp(text, "\xFE\xFF", 2))) return 1;
    if (length < 4) return 0;
    for (side = 0; side < 2; side++) {
        for (i = 0; i < length && i < 64; i++)
            if ((text[i] == '\0') != (i % 2 == (size_t)side)) break;
        if (i == length || i == 64) return 1;
    }
    return 0;
}

static char lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c + 32 : c); }

static int is_digit(char c) { return c >= '0' && c <= '9'; }

int head_kind(const char *text, size_t length) {
    scanner s = scan_begin("", text, length);
    const char *banner = "%%matrixmarket";
    size_t i = 0;
    if (length > 2 && text[0] == 'P' && text[1] == '2') return HEAD_PGM;
    if (length > 2 && text[0] == 'P' && text[1] == '5') return HEAD_PGM_BYTES;
    if (length > 5 && !memcmp(text, "\x93NUMPY", 6)) return HEAD_NPY;
    scan_word(&s);
    if (s.length == 6 && !memcmp(s.word, "netcdf", 6)) return HEAD_CDL;
    while (i < s.length && lower(s.word[i]) == banner[i] && banner[i]) i++;
    return i == s.length && !banner[i] ? HEAD_MARKET : HEAD_PLAIN;
}

static int is_blank(char c) { return c != '\0' && strchr(" \v\f\t", c) != NULL; }

int head_next(head_line *line) {
    const char *from = line->at, *stop = from, *mark;
    if (from == line->end) return 0;
    while (stop < line->end && *stop != '\n' && *stop != '\r') stop++;
    line->number++;
    line->at = stop + (stop < line->end);
    if (stop < line->end && *stop == '\r' && line->at < line->end && *line->at == '\n') line->at++;
    mark = (const char *)memchr(from, '#', (size_t)(stop - from));
    if (mark) stop = mark;
    while (stop > from && is_blank(stop[-1])) stop--;
    while (from < stop && *from != '\t' && is_blank(*from)) from++;
    line->text = from;
    line->length = (size_t)(stop - from);
    return 1;
}

static int between_fields(char c) { return is_blank(c) || c == ',' || c == ';'; }

int head_words(const char *text, size_t length) {
    size_t i;
    for (i = 0; i < length; i++)
        if (i == 0 || between_fields(text[i - 1])) {
            size_t at = i + ((text[i] == '"' || text[i] == '\'') && i + 1 < length);
            if (is_digit(text[at]) || strchr("+-.", text[at])) return 0;
            if (i == 0 && between_fields(text[i])) return 0;
        }
    return length > 0;
}

#define NETCDF_CURE                                                                                \
    "write a variable as text by ncdump -v NAME, or save its array from Python by numpy.save"

static const struct {
    const char *begin, *is; /* a text after its blanks */
} foreign[] = {
    {"netcdf ", "text of ncdump (CDL): rect, tiles and chain read it, this verb does not"},
    {"\x89HDF", "an HDF5 or NetCDF-4 file: " NETCDF_CURE},
    {"CDF\x01", "a NetCDF file: " NETCDF_CURE},
    {"CDF\x02", "a NetCDF file: " NETCDF_CURE},
    {"CDF\x05", "a NetCDF file: " NETCDF_CURE},
    {"PK\x03\x04", "a zip archive, as .xlsx and .npz are: save the sheet as CSV, or the array by "
                   "numpy.save"},
    {"\x1f\x8b", "compressed by gzip: unpack it by gunzip"},
    {"BZh", "compressed by bzip2: unpack it by bunzip2"},
    {"\xfd"
     "7zXZ",
     "compressed by xz: unpack it by unxz"},
    {"GGUF", "a GGUF file: examples/python/recipe_gguf.py reads it"},
    {"\x89PNG", "a PNG image: convert it to PGM, as by `magick mask.png mask.pgm`"},
    {"\xff\xd8\xff", "a JPEG image: convert it to PGM, as by `magick mask.jpg mask.pgm`"},
    {"II*", "a TIFF image: convert it to PGM, as by `magick mask.tif mask.pgm`"},
    {"MATLAB 5.0", "a file of MATLAB: save its matrix as CSV, by writematrix(A, 'A.csv')"},
    {"%PDF", "a PDF: copy the numbers into a text file"},
    {"{", "JSON: write the numbers in lines, between blanks or commas"},
    {"[", "JSON: write the numbers in lines, between blanks or commas"},
    {"<", "XML or HTML: write the numbers in lines, between blanks or commas"}};

/* Is it a report of tests, as its first words say? */
static int is_junit(const char *text, size_t length) {
    static const char mark[] = "<testsuite";
    size_t i, letters = sizeof mark - 1, most = length < 500 ? length : 500;
    for (i = 0; *text == '<' && i + letters <= most; i++)
        if (memcmp(text + i, mark, letters) == 0) return 1;
    return 0;
}

const char *head_foreign(const char *text, size_t length) {
    size_t i, k;
    while (length > 0 && strchr(" \t\r\n", *text) && *text) {
        text++;
        length--;
    }
    if (length > 0 && is_junit(text, length))
        return "JUnit XML: examples/python/recipe_shards.py reads it";
    for (i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        k = strlen(foreign[i].begin);
        if (length >= k && !memcmp(text, foreign[i].begin, k)) return foreign[i].is;
    }
    return NULL;
}

const char *head_data(const char *text, size_t length) {
    fpm_points points = FPM_ZERO;
    head_line line = FPM_ZERO;
    int words = 0, kind = head_kind(text, length), status;
    if (kind == HEAD_MARKET) return "a Matrix Market file";
    if (kind == HEAD_NPY) return "a NumPy array";
    if (kind == HEAD_CDL) return "text of ncdump (CDL)";
    if (kind != HEAD_PLAIN) return "a PGM image";
    line.at = text, line.end = text + length;
    while (head_next(&line))
        if (line.length > 0 && !(head_words(line.text, line.length) && words++ == 0)) break;
    if (line.length == 0 || head_words(line.text, line.length)) return NULL;
    status = fpm_points_parse(&points, line.text, line.length, NULL);
    fpm_points_free(&points);
    return status == FPM_OK ? "a points file" : NULL;
}
