"""Managed library expressions."""

import gc

import pytest

from librarylink_host import LibraryFunctionError, LibraryLinkError, LibraryMisuseError


@pytest.fixture
def library(load):
    return load("expressions")


def counts(library):
    return divmod(library.function("counts", [], "Integer")(), 1000)


def test_life(library):
    step = library.function("next", ["Integer"], "Integer")
    first = library.create_managed_expression("generator")
    second = library.create_managed_expression("generator")
    assert (first.id, second.id) == (1, 2)
    assert repr(first) == "<ManagedExpression generator[1]>"
    assert step(first.id) == (1103515245 + 12345) % 2**31
    assert step(second.id) != step(first.id)
    assert counts(library) == (2, 0)
    del first
    gc.collect()
    assert counts(library) == (2, 1)
    with pytest.raises(LibraryFunctionError):
        step(1)
    second.release()
    second.release()
    assert counts(library) == (2, 2)
    assert not second.alive


def test_released_by_the_library(library):
    release = library.function("release", ["Integer"], "Void")
    instance = library.create_managed_expression("generator")
    assert instance.alive
    release(instance.id)
    assert not instance.alive
    assert counts(library) == (1, 1)
    with pytest.raises(LibraryFunctionError):
        release(instance.id)
    del instance
    gc.collect()
    assert counts(library) == (1, 1)  # once only


def test_managers(library):
    assert library.expression_managers() == ["failing", "generator"]
    with pytest.raises(LibraryFunctionError):
        library.function("register_again", [], "Void")()
    with pytest.raises(LibraryLinkError, match="'other' is no manager .*; registered: failing, generator"):
        library.create_managed_expression("other")
    kept = [library.create_managed_expression("generator") for _ in range(3)]
    library.function("unregister", [], "Void")()
    assert counts(library) == (3, 3)
    assert not any(instance.alive for instance in kept)
    with pytest.raises(LibraryFunctionError):
        library.function("unregister", [], "Void")()


def test_error_in_a_manager(library):
    with pytest.raises(LibraryMisuseError, match="NULL is no MTensor"):
        library.create_managed_expression("failing")


def test_collected_after_the_library_is_gone(load):
    library = load("expressions")
    instance = library.create_managed_expression("generator")
    library.unload()
    assert not instance.alive
    del instance
    gc.collect()
