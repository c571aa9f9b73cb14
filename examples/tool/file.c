/* file.c - files that are read as a whole, files that are written. */
#include "file.h"
#include "head.h"
#include "os.h"
#include "text.h"

/* What was read and written so far. */
typedef struct used {
    const char *name, *as;
} used;
static struct {
    used *list;
    size_t count;
} files;

static int note(const char *name, const char *as) {
    used *list = (used *)more_room(files.list, files.count, sizeof *list);
    if (!list) return out_of_memory();
    files.list = list;
    list[files.count].name = name;
    list[files.count++].as = as;
    return ANSWERED;
}

/* The format that is not read, or NULL; loads (any) are read from CDL, too. */
static const char *not_read(const char *text, size_t length, int any) {
    if (any && head_kind(text, length) == HEAD_CDL) return NULL;
    return head_foreign(text, length);
}

int file_read(const char *name, int any, char **text, size_t *length) {
    FILE *file = strcmp(name, "-") != 0 ? fopen(name, "rb") : stdin;
    size_t room = 0, got = 1;
    int failed = 0, binary = 0;
    const char *other;
    *text = NULL;
    *length = 0;
    if (!file)
        return no_answer("%s: %s%s", name, strerror(errno),
                         errno == ENOENT && strpbrk(name, "*?") ? ": no name matches this pattern"
                                                                : "");
    if (note(file == stdin ? "/dev/stdin" : name, "an input")) failed = ENOMEM;
    while (got > 0 && !binary && !failed) {
        if (*length == room) {
            char *bigger = (char *)(room > SIZE_MAX / 2 ? NULL : realloc(*text, room * 2 + 65536));
            if (!bigger) {
                failed = ENOMEM;
                break;
            }
            *text = bigger;
            room = room * 2 + 65536;
        }
        errno = 0;
        got = fread(*text + *length, 1, room - *length, file);
        if (ferror(file)) failed = errno ? errno : EIO;
        binary = !any && got > 0 && memchr(*text + *length, '\0', got) != NULL;
        *length += got;
        if (any && got > 0 && *length == got && head_kind(*text, got) == HEAD_PLAIN &&
            memchr(*text, '\0', got < 1024 ? got : 1024))
            break; /* neither text nor a format that is known: the caller says so */
    }
    if (file != stdin) fclose(file);
    head_strip(*text, length);
    other = failed ? strerror(failed) : not_read(*text, *length, any);
    if (!other && binary) other = head_utf16(*text, *length) ? HEAD_UTF16 : "not a text file";
    if (!other) return ANSWERED;
    free(*text);
    *text = NULL;
    return no_answer("%s: %s%s", name, other, failed == EISDIR ? ": name the files in it" : "");
}

int file_allows(const char *name, size_t length, size_t max_bytes, double bytes, const char *what) {
    double allowed = max_bytes ? (double)max_bytes : 100.0 * (double)length + 64.0 * 1048576;
    char takes[40], most[40];
    if (bytes <= allowed) return ANSWERED;
    return no_answer("%s: %s take %s of memory, and %s are allowed%s: is the file what it should "
                     "be? Then allow more by --max-bytes %.0fM",
                     name, what, text_memory(bytes, takes, sizeof takes),
                     text_memory(allowed, most, sizeof most),
                     max_bytes ? "" : " for a file of its length", ceil(bytes / 1048576));
}

/* What a file of that name holds that must not be lost, or NULL. */
static const char *held(const char *name) {
    char text[16384];
    const char *what = NULL;
    size_t length, i;
    FILE *file;
    if (!os_is_file(name)) return NULL; /* a device or a pipe holds nothing */
    for (i = 0; i < files.count && !what; i++)
        if (os_same_file(name, files.list[i].name)) what = files.list[i].as;
    if (what || (file = fopen(name, "rb")) == NULL) return what;
    length = fread(text, 1, sizeof text, file);
    fclose(file);
    head_strip(text, &length);
    return head_data(text, length);
}

static const char *cure_of(int error) {
    if (error == ENOENT) return ": make its directory first";
    return error == EISDIR ? ": add the name of a file" : "";
}

FILE *file_create(const char *option, const char *name) {
    const char *what = held(name);
    FILE *file = NULL;
    if (what) no_answer("%s needs a name for its output: %s is %s", option, name, what);
    else if (strcmp(name, "-") == 0)
        no_answer("%s needs a file for its output: name it (./- if - is its name)", option);
    else if ((file = os_beside(name)) == NULL)
        no_answer("%s: %s%s", name, strerror(errno), cure_of(errno));
    if (!file || !note(name, "another output")) return file;
    os_replace(file, name, 0);
    return NULL;
}

int file_finish(FILE *file, const char *name, int status) {
    int failed = ferror(file) || fflush(file), error = errno;
    if (name && os_replace(file, name, !failed && status == ANSWERED) && !failed)
        failed = 1, error = errno;
    errno = error;
    if (!failed || status != ANSWERED) return status;
    return no_answer("%s: %s", name ? name : "standard output", strerror(errno));
}

int file_picture(const char *name, void (*draw)(FILE *to, const void *what), const void *what) {
    FILE *to = name ? file_create("--svg", name) : NULL;
    if (!to) return name ? NO_ANSWER : ANSWERED;
    draw(to, what);
    return file_finish(to, name, ANSWERED);
}
