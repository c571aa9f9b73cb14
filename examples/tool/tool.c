/* tool.c - messages, doubts, and lists that grow. */
#include "tool.h"
#include "text.h"

/* Most texts fit into `room`; else the caller frees what is returned.  NULL: no memory. */
static char *format_text(char *room, size_t size, const char *format, va_list values) {
    char *text = room;
    va_list again;
    int length;
    va_copy(again, values);
    length = vsnprintf(room, size, format, values);
    if (length >= (int)size) {
        text = (char *)malloc((size_t)length + 1);
        if (text) vsnprintf(text, (size_t)length + 1, format, again);
    }
    va_end(again);
    return text;
}

static void put_text(FILE *to, const char *keep, const char *format, va_list values) {
    char room[1000], *text = format_text(room, sizeof room, format, values);
    text_show(to, text ? text : room, keep);
    if (text != room) free(text);
}

void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    put_text(stdout, "\n", format, list);
    va_end(list);
}

void put_message(FILE *to, const char *format, va_list values) { put_text(to, "", format, values); }

int no_answer(const char *format, ...) {
    va_list list;
    va_start(list, format);
    fputs("fpm-tool: ", stderr);
    put_message(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    return NO_ANSWER;
}

int out_of_memory(void) { return no_answer("out of memory"); }

/* Without memory for more doubts there is none for an answer either: no message.  What was said of
   a file is not said again when it comes for another processor. */
void doubts_add(doubts *d, const char *format, ...) {
    enum { ROOM = 900 };
    char **list = (char **)more_room(d->text, (size_t)d->count, sizeof *list), *text;
    va_list values;
    int i;
    if (!list) return;
    d->text = list;
    text = (char *)malloc(ROOM);
    if (!text) return;
    va_start(values, format);
    vsnprintf(text, ROOM, format, values);
    va_end(values);
    for (i = 0; i < d->count && strcmp(list[i], text) != 0;) i++;
    if (i == d->count) list[d->count++] = text;
    else free(text);
}

void doubts_free(doubts *d) {
    while (d->count > 0) free(d->text[--d->count]);
    free(d->text);
    d->text = NULL;
}

void doubts_say(doubts *d) {
    int i;
    for (i = 0; i < d->count; i++) {
        fputs("fpm-tool: warning: ", stderr);
        text_show(stderr, d->text[i], "");
        fputc('\n', stderr);
    }
    doubts_free(d);
}

void *more_room(void *list, size_t count, size_t each) {
    size_t room = count < 8 ? 8 : 2 * count;
    if (count >= 8 ? (count & (count - 1)) != 0 : count != 0) return list; /* not full */
    return room > SIZE_MAX / each ? NULL : realloc(list, room * each);
}
