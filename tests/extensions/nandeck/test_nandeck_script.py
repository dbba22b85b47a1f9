"""nanDECK's scripts: arithmetic, ranges, conditions, labels, loops, macros and frames."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pnp.extensions.importing.drawn.values import ComputedError
from pnp.extensions.nandeck.formulas import calculate, cards_in, compared, holds, joined_by, split_outside
from pnp.extensions.nandeck.script import NanDeckScript, parse_script


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2+3*4", 14),
        ("(2+3)*4", 20),
        ("50%-1", 4),  # of 10
        ("-1.5", -1.5),
        ("10/4", 2.5),
        ("7#3", 1),
        ("7£3", 2),
        ("a+1", 4),
        ("{a*2}", 6),
        ("33.5%", 3.35),
    ],
)
def test_numbers(text: str, value: float) -> None:
    assert calculate(text, {"a": 3}, 10) == pytest.approx(value)


@pytest.mark.parametrize("text", ["", "1d6", "d100%", "1/0", "(1", "x", "1 2", "--"])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(ComputedError):
        calculate(text, {})


@pytest.mark.parametrize(
    ("text", "cards"),
    [("", [1, 2, 3, 4]), ("1-3", [1, 2, 3]), ("1,3", [1, 3]), ("3-2", [3, 2]), ("1+1-4", [2, 3, 4]), ("b", [2])],
)
def test_ranges(text: str, cards: list[int]) -> None:
    assert cards_in(text, 4, {"b": 2}) == cards


@pytest.mark.parametrize("text", ["1-", "all", "1-9999999", "1-{(no)}"])
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(ComputedError):
        cards_in(text, 4, {})


@pytest.mark.parametrize(
    ("condition", "is_true"),
    [
        ('soldier="Soldier"', True),
        ("a,=,b", False),
        ("a<>b", True),
        ("10>9", True),
        ("10<9", False),
        ('""<>""', False),
        ("1@146", True),
        ("2@146", False),
        ("x>", False),
    ],
)
def test_conditions(condition: str, is_true: bool) -> None:
    assert holds(*compared(condition)) == is_true


def test_joined_conditions_keep_their_parts() -> None:
    assert joined_by('([a]<>"") _OR_ ([b]="_or_")') == ("or", ['([a]<>"") ', ' ([b]="_or_")'])
    assert joined_by("([a]=1)") == ("", ["[a]=1"])
    assert split_outside('a,"b,c",f(d,e),[x,1]', ",") == ["a", '"b,c"', "f(d,e)", "[x,1]"]


def parsed(text: str, tables: Mapping[str, list[str]] | None = None, **files: str) -> NanDeckScript:
    return parse_script(text, "d.nde", lambda *_: tables or {}, lambda name, _: files[name.partition(".")[0]])


def drawn(script: NanDeckScript) -> list[tuple[str, tuple[str, ...]]]:
    return [(directive.name, directive.arguments) for directive in script.directives]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("[w]=6\nRECTANGLE=1,0,0,[w]/2,1,#000000", ("1", "0", "0", "6/2", "1", "#000000")),
        ("[w]=6\n[w]=[w]+1\nT=[w]", ("6+1",)),  # later lines see the new value
        ('[t]="a, b"\nT=1,[t],0', ("1", "a, b", "0")),
        ('[t]="a"\nT=1,"<[t]>"', ("1", "<a>")),
        ("[zone]=1,2,3,4\nT=1,[zone]", ("1", "1", "2", "3", "4")),
        ("[c_x]=red\n[k]=x\nT=[c_[k]]", ("red",)),
        ("[t]=abcdef\nT=[t:2,3]", ("bcd",)),
        ("T={10863/322}%,{2*3}", ("33.736025%", "6")),
        ("  t = a , b ;; why", ("a", "b")),
        ("{T=a,\nb}", ("a", "b")),
        ("[s]=x|y|z\nT=1-{(s)},{s?2}", ("1-3", "y")),
        ("[s]=x|y\n[p]=JOIN(img/,[s],.png)\nT={p?2}", ("img/y.png",)),
        ("SEQUENCE=s\nx\ny\nENDSEQUENCE\nT={(s)},{s?1}", ("2", "x")),
        ("c[s]2=a|b|c\nT={(s)},{s?3}", ("3", "bc")),
        ("pr[s]2=a|b\nT={(s)},{s?3}", ("4", "ba")),
        ("<f>=1,2,50%,4\nT=1,<f>", ("1", "1", "2", "3", "4")),
        ("<f>=1,2,2,4\nT=<f,PCC>,<f,PBR>", ("2", "4", "3", "6")),
        ("FRAME\nAAA\nABB\nENDFRAME\nT=<b>", ("2", "4.5", "4", "4.5")),
        ("[a]=FRAMEBOX(0,0,6,9,3,3,N)\n[l]=FRAMELIST(a2,a4)\nT={°},<l>", ("1", "3", "0", "3", "3")),
    ],
)
def test_labels_and_frames_are_put_in(text: str, arguments: tuple[str, ...]) -> None:
    script = parsed(text)
    assert (drawn(script)[0], script.left_out) == (("T" if "RECT" not in text else "RECTANGLE", arguments), [])


def test_loops_macros_and_files() -> None:
    script = parsed(
        "INCLUDE=m.nde\nFOR=a,1,3\nPIP={a},[s]\nNEXT\nSECTION=x,OFF\nT=9\nENDSECTION\nSECTION=y,ON\nT=8\nENDSECTION\n",
        m="MACRO=PIP,(r),(what)\nIF=(r)=2\nELSE\nT=(r),(what)\nENDIF\nEND\n[s]=star",
    )
    assert drawn(script) == [("T", ("1", "star")), ("T", ("3", "star")), ("T", ("8",))]


@pytest.mark.parametrize(
    ("loop", "condition", "drawn_for"),
    [
        ("a,1,3", "{value?a}=A", ["1"]),  # the letter of an ace, also where the variable is called a
        ("A,1,3", "{value?A}=A", ["1"]),
        ("a,1,3", "{value?a}<>A", ["2", "3"]),
        ("a,1,3", "({value?a}=A) _OR_ ({value?a}=3)", ["1", "3"]),
        ("a,1,3", "a=2", ["2"]),
        ("a,1,3", "A=2", []),
        ("a,1,3", '"a"="2"', []),
        ("a,1,3", "{a}>1", ["2", "3"]),
    ],
)
def test_a_letter_in_a_condition_is_a_text(loop: str, condition: str, drawn_for: list[str]) -> None:
    script = parsed(f"[value]=A|2|3\nFOR={loop}\nIF={condition}\nT={{a}}\nENDIF\nNEXT")
    assert drawn(script) == [("T", (number,)) for number in drawn_for]


def test_conditions_of_cards_stay_with_directives() -> None:
    script = parsed(
        "LINK=t.csv\nIF=[kind]=a\nT=1\nIF=[n]>2\nT=2\nENDIF\nELSEIF=[kind]=b\nT=3\nELSE\nT=4\nENDIF\nT=5",
        {"kind": ["a", "b"], "n": ["1", "3"]},
    )
    assert [directive.conditions for directive in script.directives] == [
        (("[kind]=a", True),),
        (("[kind]=a", True), ("[n]>2", True)),
        (("[kind]=a", False), ("[kind]=b", True)),
        (("[kind]=a", False), ("[kind]=b", False)),
        (),
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[x]=AUTOLABEL(1,9)", "d.nde:1: [x]=AUTOLABEL(1,9) (only nanDECK can compute it: AUTOLABEL(1,9))"),
        ("pxx[x]2=a|b", "d.nde:1: pxx[x]2=a|b (only nanDECK can compute it)"),
        ("#rem", "d.nde:1: #rem (not a directive)"),
        ("FOR=a,1\nNEXT", "d.nde:1: FOR=a,1 (a loop needs a variable, a first and a last value)"),
        ("FOR=a,1,9,0\nNEXT", "d.nde:1: FOR=a,1,9,0 (the loop never ends)"),
        ("{T=1", "d.nde:1: {T=1 (its brace is never closed)"),
        (
            "[a]=FRAMEHEX(0,0,6,9,1)",
            "d.nde:1: [a]=FRAMEHEX(0,0,6,9,1) (only nanDECK can compute it: FRAMEHEX(0,0,6,9,1))",
        ),
        ("[a]=FRAMELIST(b)", "d.nde:1: [a]=FRAMELIST(b) (no frame b)"),
    ],
)
def test_what_is_not_understood_is_listed(text: str, why: str) -> None:
    assert parsed(text).left_out == [why]


@pytest.mark.parametrize(
    "text",
    [
        "MACRO=M\nM=1\nEND\nM=1",  # calls itself
        "FOR=a,1,40000\nFOR=b,1,40000\nT=a\nNEXT\nNEXT",
        "[a]=xx\n" + "[a]=[a][a]\n" * 60,
        "INCLUDE=m.nde",
    ],
)
def test_scripts_without_an_end_are_read_in_time(text: str) -> None:
    script = parsed(text, m="INCLUDE=m.nde")
    assert any("too long" in line or "never ends" in line for line in script.left_out)
