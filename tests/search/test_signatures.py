"""The searches are the ones we know; both speeds answer to the same file."""

import pytest

from tests.search.cases import CASES, Case
from tests.search.signatures import signature, signatures_kept


@pytest.mark.parametrize("case", CASES, ids=str)
def test_signature(boards, case: Case):
    assert list(signature(boards(case))) == signatures_kept()[str(case)]
