// Function templates that take "thread T &" or "thread T *": they are passed on twice, for the thread's own memory and
// for the generic space, since from "T &" alone the dialect would deduce an address space with T.
#ifndef SM_MSL_THREAD_TEMPLATES_H
#define SM_MSL_THREAD_TEMPLATES_H

#include <set>
#include <string>
#include <vector>

#include "lexer.h"

namespace sm::msl {

class ThreadTemplates {
public:
    // tokens: a program whose brackets balance, with End, which outlives this.
    explicit ThreadTemplates(const Tokens &tokens);

    // The "thread"s in the parameters of the function [begin, end), its template lists before head, that are deduced with
    // a parameter of the template. A specialisation must match its template, so that there all of them count; templates
    // come first.
    std::vector<size_t> deduced_spaces(size_t begin, size_t head, size_t end);

private:
    const Tokens &tokens_;
    std::set<std::string> specialised_, deduced_;  // function templates: with specialisations, those passed on twice

    // The name before the template arguments, or before the parameters, of a specialisation.
    std::string specialised_name(size_t head, size_t open) const;
};

}  // namespace sm::msl
#endif
