"""An error of the device becomes a message with the library's text, and the next call works."""

from __future__ import annotations

import numpy as np
import pytest
from metallink_build.kernels import metallink_session


def test_failed_command_buffer(root, ask, monkeypatch):
    monkeypatch.setenv("SOFTMETAL_FAULT", "commandbuffer=2")
    with metallink_session(root) as session:
        if ask(session, 'MetalInformation[1, "Library"]').value != "softmetal":
            pytest.skip("only softmetal makes a command buffer fail on demand")
        code = "MetalAdd[{1, 2, 3}, {10, 20, 30}]"
        np.testing.assert_array_equal(ask(session, code).value, [11, 22, 33])
        answer = ask(session, code)
        assert answer.failed
        assert answer.names == ["MetalAdd::library"]
        assert "GPU" in answer.texts[0]
        assert ask(session, "MetalLastCall[]").value == {}
        np.testing.assert_array_equal(ask(session, code).value, [11, 22, 33])
