"""Threads with a deep stack."""

import threading

import pytest

from tablero.threads import DEEP_STACK, deep_stack

pytestmark = pytest.mark.plain


def test_the_stack_size_is_restored_when_two_threads_change_it_at_once():
    usual = threading.stack_size()
    entered, left = threading.Event(), threading.Event()

    def other() -> None:
        with deep_stack():
            entered.set()
            left.wait(30)

    thread = threading.Thread(target=other)
    with deep_stack():
        assert threading.stack_size() == DEEP_STACK
        thread.start()
        entered.wait(1)  # Without a lock, the other thread enters while this one is within.
    left.set()
    thread.join()
    assert entered.is_set()
    assert threading.stack_size() == usual


def test_deep_stacks_may_be_nested():
    usual = threading.stack_size()
    with deep_stack():
        with deep_stack():
            pass
        assert threading.stack_size() == DEEP_STACK
    assert threading.stack_size() == usual
