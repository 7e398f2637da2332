#include "sources.h"

#include <stdlib.h>
#include <string.h>

#include "pruning.h"
#include "shader_sources.h"
#import "status.h"

enum { MOST_HEADERS = 128, LONGEST_PATH = 256 };

static const char head[] = "#pragma METAL fp contract(off)\n#include <metal_stdlib>\nusing namespace metal;\n";
static const char include[] = "#include \"";
static const char once[] = "#pragma once";

const char *ml_shader_source_named(const char *name)
{
    for (size_t k = 0; k < ml_shader_source_count; ++k) {
        if (strcmp(ml_shader_sources[k].name, name) == 0) {
            return ml_shader_sources[k].msl;
        }
    }
    return NULL;
}

typedef struct {
    char *text;
    size_t length, capacity;
    const char *seen[MOST_HEADERS]; /* the headers that stand in it, by their texts */
    size_t seen_count;
} expansion;

static ml_status append(expansion *self, const char *text, size_t length)
{
    if (self->capacity - self->length <= length) {
        size_t capacity = 2 * self->capacity + length + 1;
        char *grown = realloc(self->text, capacity);
        if (grown == NULL) {
            return ml_status_fail(ML_MEMORY_ERROR, "no memory for a shader of %zu bytes", capacity);
        }
        self->text = grown;
        self->capacity = capacity;
    }
    memcpy(self->text + self->length, text, length);
    self->length += length;
    self->text[self->length] = 0;
    return ML_OK;
}

/* Bytes before the next such character, or before the end. */
static size_t length_to(const char *text, char stop)
{
    size_t length = 0;
    while (text[length] != 0 && text[length] != stop) {
        ++length;
    }
    return length;
}

static int starts_with(const char *line, const char *prefix) { return strncmp(line, prefix, strlen(prefix)) == 0; }

/* The bytes of a path without its last part: "real64/" of "real64/real64.h". */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* The path that a header at `from`, itself such a path, includes under a name, which may begin with "../". */
static ml_status resolve(const char *from, const char *name, size_t length, char *path)
{
    size_t folder = folder_length(from);
    memcpy(path, from, folder);
    while (length >= 3 && starts_with(name, "../") && folder > 0) {
        path[folder - 1] = 0;
        folder = folder_length(path);
        name += 3;
        length -= 3;
    }
    if (folder + length >= LONGEST_PATH) {
        return ml_status_fail(ML_FUNCTION_ERROR, "a header's path of %zu bytes; at most %d are possible", folder + length, LONGEST_PATH - 1);
    }
    memcpy(path + folder, name, length);
    path[folder + length] = 0;
    return ML_OK;
}

static int has_seen(const expansion *self, const char *text)
{
    for (size_t k = 0; k < self->seen_count; ++k) {
        if (self->seen[k] == text) {
            return 1;
        }
    }
    return 0;
}

static ml_status append_source(expansion *self, const char *text, const char *path);

static ml_status append_header(expansion *self, const char *line, const char *from)
{
    char path[LONGEST_PATH];
    const char *name = line + sizeof include - 1;
    ML_TRY(resolve(from, name, length_to(name, '"'), path));
    const char *text = ml_shader_source_named(path);
    if (text == NULL) {
        return ml_status_fail(ML_FUNCTION_ERROR, "the library has no header \"%s\"", path);
    }
    if (has_seen(self, text)) {
        return ML_OK;
    }
    if (self->seen_count == MOST_HEADERS) {
        return ml_status_fail(ML_FUNCTION_ERROR, "more than %d headers", MOST_HEADERS);
    }
    self->seen[self->seen_count++] = text;
    return append_source(self, text, path);
}

/* `path` is the text's own, for what it includes. */
static ml_status append_source(expansion *self, const char *text, const char *path)
{
    while (*text != 0) {
        size_t length = length_to(text, '\n');
        length += text[length] == '\n';
        if (starts_with(text, include)) {
            ML_TRY(append_header(self, text, path));
        } else if (!starts_with(text, once)) {
            ML_TRY(append(self, text, length));
        }
        text += length;
    }
    return append(self, "\n", 1);
}

static ml_status expand(expansion *self, const char *source)
{
    ML_TRY(append(self, head, sizeof head - 1));
    return append_source(self, source, "");
}

ml_status ml_sources_expand(const char *source, char **text)
{
    expansion self = {.text = NULL};
    ml_status status = expand(&self, source);
    if (status != ML_OK) {
        free(self.text);
        self.text = NULL;
    } else {
        ml_prune(self.text);
    }
    *text = self.text;
    return status;
}
