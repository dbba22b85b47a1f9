"""A class that only holds values → a frozen dataclass, defined in a sixth of the time that `dataclass` takes.

`dataclasses` writes the source of six methods for every class, and compiles it whether it is called or not: that was a
tenth of a build of one card. Here only `__init__` is compiled, for the first object.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from reprlib import recursive_repr
from typing import Any, TypeVar, dataclass_transform, overload

ClassT = TypeVar("ClassT", bound=type)


@overload
def frozen_dataclass(cls: ClassT, /) -> ClassT: ...


@overload
def frozen_dataclass(*, eq: bool = True, slots: bool = False, kw_only: bool = False) -> Callable[[ClassT], ClassT]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen_dataclass(cls: Any = None, /, *, eq: bool = True, slots: bool = False, kw_only: bool = False) -> Any:
    """Turn a class into what `dataclass(frozen=True)` makes of it. Methods that the class defines itself are kept.

    A class may only inherit from another frozen_dataclass, and each of its fields is an argument.
    """

    def made(cls: type) -> type:
        cls = dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
        methods = {"__init__": _first_init(cls), "__repr__": _repr, "__setattr__": _set, "__delattr__": _delete}
        if eq:
            methods |= _comparisons(cls)
        if slots:
            methods |= {"__getstate__": _state, "__setstate__": _set_state}
        for name, method in methods.items():
            if name not in cls.__dict__:
                setattr(cls, name, method)
        return cls

    return made(cls) if cls else made


def _first_init(cls: type) -> Callable[..., None]:
    def __init__(self: Any, *arguments: Any, **named: Any) -> None:  # noqa: N807
        cls.__init__ = init = _init(cls)  # type: ignore[misc]
        init(self, *arguments, **named)

    return __init__


def _init(cls: type) -> Callable[..., None]:
    """Compile the function that sets the fields of an object.

    A default value is passed as an argument whose name has a prefix.
    """
    known: dict[str, Any] = {"put_": object.__setattr__, "missing_": MISSING}
    positional, by_name, body = ["self"], ["*"], ["pass"]
    for each in fields(cls):
        name = value = parameter = each.name
        if each.default is not MISSING:
            known[f"default_{name}"] = each.default
            parameter = f"{name}=default_{name}"
        elif each.default_factory is not MISSING:
            known[f"make_{name}"] = each.default_factory
            parameter = f"{name}=missing_"
            value = f"make_{name}() if {name} is missing_ else {name}"
        (by_name if each.kw_only else positional).append(parameter)
        body.append(f"put_(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = ", ".join([*positional, *(by_name if by_name[1:] else [])])
    exec(f"def __init__({parameters}):\n " + "\n ".join(body), known)  # noqa: S102 - names of fields alone
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _comparisons(cls: type) -> dict[str, Callable[..., Any]]:
    """Return the methods that compare objects of a class by the values of its fields."""
    names = [each.name for each in fields(cls) if each.compare] or ["__class__"]  # without fields all are equal
    values = attrgetter(*names)

    def __eq__(self: object, other: object) -> bool:  # noqa: N807
        return values(self) == values(other) if self.__class__ is other.__class__ else NotImplemented

    def __hash__(self: object) -> int:  # noqa: N807
        return hash(values(self))

    return {"__eq__": __eq__, "__hash__": __hash__}


@recursive_repr("...")
def _repr(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _set(self: object, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delete(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for each, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)
