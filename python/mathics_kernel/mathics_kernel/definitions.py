# SPDX-License-Identifier: GPL-3.0-or-later
"""Built-in definitions made when they are first asked for: a session uses a few hundred of Mathics3's 1400, and parsing
the rules of all of them takes most of the start."""


class BuiltinDefinitions(dict):
    """Definitions by full name; a builtin contributes its own at the first look at it.

    definitions: the Definitions object that has this as ``builtin``. builtins: instances by full name.
    """

    def __init__(self, definitions, builtins: dict):
        super().__init__()
        self._definitions = definitions
        self._waiting = dict(builtins)

    def wait_for(self, builtins: dict) -> None:
        """Take further builtins, instead of those of the same name."""
        for name in builtins:
            super().pop(name, None)
        self._waiting.update(builtins)

    def _make(self, name: str) -> None:
        builtin = self._waiting.pop(name, None)
        if builtin is not None:
            builtin.contribute(self._definitions)

    def _make_all(self) -> None:
        for name in list(self._waiting):
            self._make(name)

    def __contains__(self, name):
        return name in self._waiting or super().__contains__(name)

    def __getitem__(self, name):
        self._make(name)
        return super().__getitem__(name)

    def __setitem__(self, name, definition):
        self._waiting.pop(name, None)
        super().__setitem__(name, definition)

    def get(self, name, default=None):
        if name in self._waiting:
            self._make(name)
        return super().get(name, default)

    def __iter__(self):
        return iter(set(self._waiting) | set(super().keys()))

    def __len__(self):
        return len(self._waiting) + super().__len__()

    def keys(self):
        return set(iter(self))

    def values(self):
        self._make_all()
        return super().values()

    def items(self):
        self._make_all()
        return super().items()


def contribute_on_demand(definitions) -> None:
    """In the place of mathics.core.load_builtin.definition_contribute."""
    from mathics.core.definitions import Definition
    from mathics.core.load_builtin import _builtins, calculate_operator_information
    from mathics.core.parser import all_operator_names
    from mathics.core.symbols import ensure_context

    definitions.builtin = BuiltinDefinitions(definitions, _builtins)
    calculate_operator_information()
    options = (option for builtin in _builtins.values() for option in builtin.options if option != "$OptionSyntax")
    for name in map(ensure_context, (*options, *all_operator_names)):
        if name not in definitions.builtin:
            definitions.builtin[name] = Definition(name=name)
