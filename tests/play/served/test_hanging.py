"""A template that would go on for ever ends the studio, and not the preview."""

from __future__ import annotations

from functools import partial

import pytest
from conftest import FACE, WriteProject
from workers.test_supervisor import NESTED

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault
from pnp.serve.project_worker import open_worker
from pnp.workers.limits import Limits
from pnp.workers.supervisor import Worker

pytestmark = pytest.mark.process


def test_a_template_that_hangs_is_told_and_after_it_is_mended_faces_are_there(write_project: WriteProject) -> None:
    root = write_project()
    studio = Worker(partial(open_worker, root), Limits(item_seconds=2.0))
    question = ("faces", "small", "en", "numbers", (1, 2), False, True)
    before = studio.ask(question)
    (root / "templates/small/face.yaml").write_text(NESTED)
    with pytest.raises(Fault) as raised:
        studio.ask(question)
    told = raised.value.diagnostic
    assert told.code == Code.TIME_LIMIT and told.place.file == "templates/small/face.yaml"
    (root / "templates/small/face.yaml").write_text(FACE)
    assert studio.ask(question) == before
    studio.close()
