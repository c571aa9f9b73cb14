/* tool.c - messages, doubts, and lists that grow. */
#include "tool.h"

int no_answer(const char *format, ...) {
    va_list list;
    va_start(list, format);
    fputs("fpm-tool: ", stderr);
    vfprintf(stderr, format, list);
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
    for (i = 0; i < d->count; i++) fprintf(stderr, "fpm-tool: warning: %s\n", d->text[i]);
    doubts_free(d);
}

void *more_room(void *list, size_t count, size_t each) {
    size_t room = count < 8 ? 8 : 2 * count;
    if (count >= 8 ? (count & (count - 1)) != 0 : count != 0) return list; /* not full */
    return room > SIZE_MAX / each ? NULL : realloc(list, room * each);
}
