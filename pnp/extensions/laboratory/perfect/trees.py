"""A game of two players → its tree: all positions, with what the player who picks knows; equal ones merged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pnp.extensions.laboratory.perfect.memories import Knowledge, Memories
from pnp.extensions.laboratory.stepping import DrawnChance, SteppedGame, with_drawn_chance
from pnp.play.game_bundle import GameSetup
from pnp.play.game_code import Program
from pnp.play.game_loop import Interrupted
from pnp.play.table import End

CHANCE, END = -1, 2
"""The values of ``player`` at a chance node and at an end."""

MAX_DEPTH = 300
"""The most picks and draws on the way to an end; functions on trees recurse as deeply."""


class TooLarge(Interrupted):
    """The tree has more nodes than are listed."""


@dataclass(eq=False, slots=True)
class TreeNode:
    """A position of a game.

    Attributes:
        player: The seat that picks; CHANCE or END.
        children: The positions that may follow; at first None for those that were not visited.
        weights: How likely each child of chance is, as shares of 1.
        information: The number of what the player knows, from 0.
        end: How the game ends here.
        utility: What seat 1 gains here, once it is known what the players play for.
    """

    player: int = END
    children: list[Any] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    information: int = -1
    end: End | None = None
    utility: float = 0.0


@dataclass
class GameTree:
    """All positions of a game.

    Attributes:
        options: options[k]: how many options a player has who knows k (k is the number of an information state).
        ends: All ends.
    """

    root: TreeNode
    options: list[int]
    ends: list[TreeNode]


@dataclass
class _Visit:
    """A node on the way to an end, and the option that was taken there.

    Attributes:
        knowledge: What both seats had seen happen; None before the first pick.
        is_pick: Whether a player picks; else it is chance.
    """

    node: TreeNode
    taken: int
    knowledge: Knowledge | None
    is_pick: bool


class _Grower:
    """Grows a tree, one way to an end after another."""

    def __init__(self, program: Program, setup: GameSetup, most: int) -> None:
        self._program = with_drawn_chance(program)
        self._setup = setup
        self._most = most
        self._way: list[_Visit] = []
        self._place = 0
        self._node = self.root = TreeNode()
        self._memories = Memories()
        self._information: dict[int, int] = {}
        self.options: list[int] = []
        self.ends: list[TreeNode] = []
        self.nodes = 1

    def grow(self) -> None:
        """Visit all positions."""
        while True:
            self._to_an_end()
            while self._way and self._way[-1].taken + 1 == len(self._way[-1].node.children):
                self._way.pop()
            if not self._way:
                return
            self._way[-1].taken += 1

    def _to_an_end(self) -> None:
        self._place, self._node = 0, self.root
        picks = [visit for visit in self._way if visit.is_pick]
        last = picks[-1] if picks else None
        game = SteppedGame(self._program, self._setup, DrawnChance(self._draw), keeps_history=last is None)
        while game.end is None:
            seat = game.asked[0]
            if self._place < len(self._way) and self._way[self._place] is last and last.knowledge:
                game.keep_history(last.knowledge.state)
            game.pick(seat, self._pick(game, seat))
        if self._node.end is None:
            self._node.end = game.end
            self.ends.append(self._node)

    def _draw(self, weights: Sequence[int]) -> int:
        if self._place == len(self._way):
            node, whole = self._node, sum(weights)
            node.player, node.weights = CHANCE, [weight / whole for weight in weights]
            self._open(node, len(weights), self._way[-1].knowledge if self._way else None, is_pick=False)
        return self._follow()

    def _pick(self, game: SteppedGame, seat: int) -> int:
        if self._place == len(self._way):
            assert game.history is not None
            knowledge = self._memories.read(game.history, self._way[-1].knowledge if self._way else None)
            options = game.options(seat)
            number = self._memories.asked(knowledge.memories[seat], game.table, seat, options)
            if number not in self._information:
                self._information[number] = len(self.options)
                self.options.append(len(options))
            self._node.player, self._node.information = seat, self._information[number]
            self._open(self._node, len(options), knowledge, is_pick=True)
        return self._follow()

    def _open(self, node: TreeNode, children: int, knowledge: Knowledge | None, *, is_pick: bool) -> None:
        self.nodes += children
        if self.nodes > self._most or len(self._way) >= MAX_DEPTH:
            raise TooLarge(f"it has more than {self._most:,} positions")
        node.children = [None] * children
        self._way.append(_Visit(node, 0, knowledge, is_pick))

    def _follow(self) -> int:
        visit = self._way[self._place]
        self._place += 1
        child = visit.node.children[visit.taken]
        if child is None:
            child = visit.node.children[visit.taken] = TreeNode()
        self._node = child
        return visit.taken


def grow_tree(program: Program, setup: GameSetup, most: int) -> GameTree:
    """Return the tree of a game for two.

    Args:
        program: The game.
        setup: Two players, and values set before the game.
        most: The most positions.

    Raises:
        TooLarge: There are more, or a way to an end is too long.
        NotDrawn: Outcomes of chance cannot be listed.
        GameBroken: The rules have failed.
    """
    grower = _Grower(program, setup, most)
    grower.grow()
    return GameTree(grower.root, grower.options, grower.ends)


def merge_equal(tree: GameTree) -> GameTree:
    """Return the tree with equal positions merged, so that draws without effect disappear."""
    by_content: dict[Any, TreeNode] = {}

    def merged(node: TreeNode) -> TreeNode:
        if node.player == END:
            return by_content.setdefault(node.utility, node)
        children = [merged(child) for child in node.children]
        if node.player == CHANCE:
            weights: dict[TreeNode, float] = {}
            for child, weight in zip(children, node.weights, strict=True):
                weights[child] = weights.get(child, 0.0) + weight
            if len(weights) == 1:
                return children[0]
            node.children, node.weights = list(weights), list(weights.values())
        else:
            node.children = children
        content = (node.player, node.information, tuple(map(id, node.children)), tuple(node.weights))
        return by_content.setdefault(content, node)

    return GameTree(merged(tree.root), tree.options, tree.ends)
