#include "pruning.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A definition, or a piece that stays in any case: a directive, the braces of a namespace. */
typedef struct {
    size_t start, end;          /* in the text */
    uint32_t first, count;      /* its identifiers */
    uint32_t parameters, body;  /* which of them stand behind its first bracket, and in its body */
    uint32_t name;              /* an identifier; NO_NAME of operators and of what is always reached */
    int stays;
    int reached;
} item;

typedef struct {
    const char *start;
    uint32_t length;
    int is_type;
    int used;
} identifier;

enum { NONE = UINT32_MAX, NO_NAME = UINT32_MAX };

typedef struct {
    char *text;
    size_t at;
    item *items;
    uint32_t item_count;
    identifier *identifiers;
    uint32_t identifier_count;
    uint32_t *uses; /* of all items, one after another */
    uint32_t use_count;
    uint32_t *table; /* identifiers by their hashes */
    uint32_t table_size;
} pruning;

static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int is_digit(char c) { return c >= '0' && c <= '9'; }
static int is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }


/* Words. */

static uint32_t intern(pruning *self, const char *start, uint32_t length)
{
    uint32_t hash = 0x811c9dc5u;
    for (uint32_t k = 0; k < length; ++k) {
        hash = (hash ^ (unsigned char)start[k]) * 0x01000193u;
    }
    uint32_t slot = hash & (self->table_size - 1);
    while (self->table[slot] != NONE) {
        const identifier *known = &self->identifiers[self->table[slot]];
        if (known->length == length && memcmp(known->start, start, length) == 0) {
            return self->table[slot];
        }
        slot = (slot + 1) & (self->table_size - 1);
    }
    self->table[slot] = self->identifier_count;
    self->identifiers[self->identifier_count] = (identifier){start, length, 0, 0};
    return self->identifier_count++;
}

static int is_word(const pruning *self, uint32_t id, const char *word)
{
    const identifier *known = &self->identifiers[id];
    return known->length == strlen(word) && memcmp(known->start, word, known->length) == 0;
}

/* Behind a comment, spaces and what belongs to a number. */
static size_t skip_comment(const char *text, size_t at)
{
    int line = text[at + 1] == '/';
    size_t inside = at + 2;
    for (at = inside; text[at] != 0; ++at) {
        if (line ? text[at] == '\n' : at > inside && text[at - 1] == '*' && text[at] == '/') {
            break;
        }
    }
    return at + (text[at] == '/');
}

static int is_comment(const char *text, size_t at) { return text[at] == '/' && (text[at + 1] == '/' || text[at + 1] == '*'); }

static size_t skip_number(const char *text, size_t at)
{
    while (is_letter(text[at]) || is_digit(text[at]) || text[at] == '.') {
        ++at;
    }
    return at;
}

/* The next word, number or other character from `at`: its kind ('a' for a word, '0' for a number), and where it ends. */
typedef struct {
    char kind;
    size_t start, end;
} token;

static token next_token(const char *text, size_t at)
{
    while (is_space(text[at]) || is_comment(text, at)) {
        at = is_space(text[at]) ? at + 1 : skip_comment(text, at);
    }
    if (is_letter(text[at])) {
        size_t end = at;
        while (is_letter(text[end]) || is_digit(text[end])) {
            ++end;
        }
        return (token){'a', at, end};
    }
    if (is_digit(text[at])) {
        return (token){'0', at, skip_number(text, at)};
    }
    return (token){text[at], at, at + (text[at] != 0)};
}


/* Items. */

static uint32_t use(pruning *self, token word)
{
    uint32_t id = intern(self, self->text + word.start, (uint32_t)(word.end - word.start));
    self->uses[self->use_count++] = id;
    return id;
}

static item *add_item(pruning *self, size_t start)
{
    item *added = &self->items[self->item_count++];
    *added = (item){.start = start, .first = self->use_count, .name = NO_NAME};
    return added;
}

static void end_item(pruning *self, item *added, size_t end)
{
    added->end = end;
    added->count = self->use_count - added->first;
    self->at = end;
}

/* A line that begins with #, with those that continue it. What a macro stands for is used where its name is. */
static void read_directive(pruning *self, size_t start)
{
    item *added = add_item(self, start);
    added->stays = 1;
    size_t end = start;
    while (self->text[end] != 0 && self->text[end] != '\n') {
        end += self->text[end] == '\\' && self->text[end + 1] == '\n' ? 2 : 1;
    }
    int defines = 0;
    for (token t = next_token(self->text, start + 1); t.kind != 0 && t.end <= end; t = next_token(self->text, t.end)) {
        if (t.kind != 'a') {
            continue;
        }
        uint32_t id = use(self, t);
        uint32_t place = self->use_count - added->first;
        defines |= place == 1 && is_word(self, id, "define");
        if (place == 2 && defines) {
            added->name = id;
        }
    }
    end_item(self, added, end);
}

static size_t behind_brackets(const char *text, size_t at)
{
    int depth = 0;
    token t = next_token(text, at);
    for (; t.kind != 0; t = next_token(text, t.end)) {
        depth += t.kind == '(' || t.kind == '<';
        depth -= t.kind == ')' || t.kind == '>';
        if (depth == 0) {
            break;
        }
    }
    return t.end;
}

/* What has been seen of a definition. */
typedef struct {
    uint32_t last;  /* the word read last */
    int named;      /* its name is known */
    int is_type, is_operator, has_value;
    int depth;      /* of brackets of all kinds */
} definition;

static void read_word(pruning *self, item *added, definition *seen, token t)
{
    uint32_t id = use(self, t);
    if (seen->is_type && !seen->named) {
        added->name = id;
        seen->named = 1;
        self->identifiers[id].is_type = 1;
    }
    seen->is_type |= seen->depth == 0 && (is_word(self, id, "struct") || is_word(self, id, "class") || is_word(self, id, "union"));
    seen->is_operator |= seen->depth == 0 && is_word(self, id, "operator");
    added->stays |= is_word(self, id, "kernel") || is_word(self, id, "using") || is_word(self, id, "enum") ||
                    is_word(self, id, "static_assert");
    seen->last = id;
}

/* A name stands before the first bracket, value or end. */
static void read_sign(const pruning *self, item *added, definition *seen, char sign)
{
    int opens = sign == '(' || sign == '[' || sign == '{';
    uint32_t place = self->use_count - added->first;
    if (sign == '(' && seen->depth == 0 && added->parameters == 0) {
        added->parameters = place;
    }
    if (sign == '{' && seen->depth == 0) {
        added->body = place;
    }
    if ((opens || sign == '=' || sign == ';') && !seen->named && !seen->is_operator) {
        added->name = seen->last;
        seen->named = 1;
    }
    seen->has_value |= seen->depth == 0 && sign == '=' && !seen->is_operator;
    seen->depth += opens;
    seen->depth -= sign == ')' || sign == ']' || sign == '}';
}

static int ends(const definition *seen, char sign)
{
    return seen->depth == 0 && (sign == ';' || (sign == '}' && !seen->is_type && !seen->has_value));
}

/* A function, variable, type or name of a type; what begins with `template` has its parameters skipped. */
static void read_definition(pruning *self, size_t start)
{
    item *added = add_item(self, start);
    definition seen = {.last = NO_NAME};
    token t = next_token(self->text, start);
    while (t.kind != 0) {
        size_t end = t.end;
        if (t.kind == 'a') {
            read_word(self, added, &seen, t);
            if (!seen.named && (is_word(self, seen.last, "template") || is_word(self, seen.last, "__attribute__"))) {
                end = behind_brackets(self->text, t.end);
            }
        } else if (t.kind != '0') {
            read_sign(self, added, &seen, t.kind);
            if (ends(&seen, t.kind)) {
                end_item(self, added, t.end);
                return;
            }
        }
        t = next_token(self->text, end);
    }
    added->stays = 1;
    end_item(self, added, t.end);
}

static int starts_word(const char *text, size_t at, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text + at, word, length) == 0 && !is_letter(text[at + length]) && !is_digit(text[at + length]);
}

static void read_piece(pruning *self, size_t start, size_t end)
{
    item *added = add_item(self, start);
    added->stays = 1;
    end_item(self, added, end);
}

static size_t behind_brace(const char *text, size_t at)
{
    token t = next_token(text, at);
    while (t.kind != 0 && t.kind != '{' && t.kind != ';') {
        t = next_token(text, t.end);
    }
    return t.end;
}

static void read_items(pruning *self)
{
    for (;;) {
        token t = next_token(self->text, self->at);
        if (t.kind == 0) {
            return;
        }
        if (t.kind == '#') {
            read_directive(self, t.start);
        } else if (t.kind == '}' || t.kind == ';') {
            read_piece(self, t.start, t.end);
        } else if (starts_word(self->text, t.start, "namespace")) {
            read_piece(self, t.start, behind_brace(self->text, t.start));
        } else {
            read_definition(self, t.start);
        }
    }
}


/* What is reached. */

static void reach(pruning *self, item *reached)
{
    reached->reached = 1;
    for (uint32_t k = 0; k < reached->count; ++k) {
        self->identifiers[self->uses[reached->first + k]].used = 1;
    }
}

static int is_macro(const pruning *self, const item *each) { return self->text[each->start] == '#' && each->name != NO_NAME; }

/* A function is called only where there are values of its arguments' types: what makes them names them. */
static int has_its_types(const pruning *self, const item *each)
{
    for (uint32_t k = each->parameters; each->parameters > 0 && k < each->body; ++k) {
        const identifier *word = &self->identifiers[self->uses[each->first + k]];
        if (word->is_type && !word->used) {
            return 0;
        }
    }
    return 1;
}

static int is_wanted(const pruning *self, const item *each)
{
    if (each->stays && !is_macro(self, each)) {
        return 1;
    }
    return (each->name == NO_NAME || self->identifiers[each->name].used) && has_its_types(self, each);
}

static void reach_all(pruning *self)
{
    int more = 1;
    while (more) {
        more = 0;
        for (uint32_t k = self->item_count; k > 0; --k) {
            item *each = &self->items[k - 1];
            if (!each->reached && is_wanted(self, each)) {
                reach(self, each);
                more = 1;
            }
        }
    }
}

/* Comments and spaces between items go too. */
static void compact(pruning *self)
{
    size_t length = 0;
    for (uint32_t k = 0; k < self->item_count; ++k) {
        const item *each = &self->items[k];
        if (each->stays || each->reached) {
            memmove(self->text + length, self->text + each->start, each->end - each->start);
            length += each->end - each->start;
            if (is_space(self->text[each->end])) {
                self->text[length++] = '\n';
            }
        }
    }
    self->text[length] = 0;
}


/* An item may be one byte, "}"; words have something between them. */
static int allocate(pruning *self, size_t length)
{
    size_t words = length / 2 + 1;
    self->table_size = 1;
    while (self->table_size < 2 * words) {
        self->table_size *= 2;
    }
    self->items = malloc((length + 1) * sizeof *self->items);
    self->identifiers = malloc(words * sizeof *self->identifiers);
    self->uses = malloc(words * sizeof *self->uses);
    self->table = malloc(self->table_size * sizeof *self->table);
    return self->items != NULL && self->identifiers != NULL && self->uses != NULL && self->table != NULL;
}

void ml_prune(char *text)
{
    pruning self = {.text = text};
    if (allocate(&self, strlen(text))) {
        memset(self.table, 0xff, self.table_size * sizeof *self.table);
        read_items(&self);
        reach_all(&self);
        compact(&self);
    }
    free(self.items);
    free(self.identifiers);
    free(self.uses);
    free(self.table);
}
