"""The body of a request, or a file that was read back → a value that was checked once, here."""

from __future__ import annotations

import json
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request

from pnp.serve.access import NotReceived

ReceivedModel = TypeVar("ReceivedModel", bound=BaseModel)


def received(content: bytes, model: type[ReceivedModel]) -> ReceivedModel:
    """Return the value that JSON holds.

    Raises:
        NotReceived: It does not hold such a value.
    """
    try:
        value = json.loads(content)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()  # unpaired surrogates, and 1e999
        return model.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise NotReceived(f"{'.'.join(map(str, first['loc']))}: {first['msg']}"[:300]) from None
    except (ValueError, RecursionError):
        raise NotReceived("this is not JSON with whole characters and finite numbers") from None


async def received_body(request: Request, model: type[ReceivedModel], most: int) -> ReceivedModel:
    """Return the value that the body of a request holds; it has at most ``most`` bytes.

    Raises:
        NotReceived: The body holds something else.
    """
    content = b""
    async for chunk in request.stream():
        content += chunk
        if len(content) > most:
            raise HTTPException(413, "this is too long")
    return received(content, model)
