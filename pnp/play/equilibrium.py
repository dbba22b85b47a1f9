"""A game tree of two players → strategies that nobody can better by much, and bounds of the game's value.

The strategies are learned by CFR+ (Tammelin, 2014). A best response to each shows how much the other could still win,
so that the value of the game lies between two numbers whatever the strategies are worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pnp.play.bundle import GameSetup
from pnp.play.driver import Interrupted
from pnp.play.information import Knowledge, Memories
from pnp.play.program import Program
from pnp.play.stepping import DrawnChance, SteppedGame, with_drawn_chance
from pnp.play.table import End

CHANCE, END = -1, 2
"""Who decides at a node that is no player's."""

MAX_DEPTH = 300
"""The most picks and draws on the way to an end; the functions below call themselves so many times."""


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
        options: The number of options for each number of what a player knows.
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
    """Return the tree with equal positions as one, so that draws on which nothing depends are gone."""
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


Strategy = list[list[float]]
"""For each number of what a player knows, how likely each option is picked."""


class Learner:
    """Learns strategies for both players by CFR+.

    Attributes:
        iterations: How many were played.
    """

    def __init__(self, tree: GameTree) -> None:
        self._tree = tree
        self._regrets = [[0.0] * options for options in tree.options]
        self._sums = [[0.0] * options for options in tree.options]
        self._now: Strategy = []
        self._changes: dict[int, list[float]] = {}
        self.iterations = 0

    def learn(self, iterations: int) -> None:
        """Play so many iterations more."""
        for _ in range(iterations):
            self.iterations += 1
            for player in (0, 1):
                self._now = [_matching(regrets) for regrets in self._regrets]
                self._changes = {}
                self._value(self._tree.root, player, 1.0, 1.0)
                for information, changes in self._changes.items():
                    regrets = self._regrets[information]
                    for option, change in enumerate(changes):
                        regrets[option] = max(0.0, regrets[option] + change)

    def _value(self, node: TreeNode, player: int, own: float, others: float) -> float:
        """Return what a player gains from a position on; records regrets and the strategy.

        Args:
            node: The position.
            player: The player who learns.
            own: How likely that player's picks lead here.
            others: How likely chance and the other's picks do.
        """
        if node.player == END:
            return node.utility if player == 0 else -node.utility
        if node.player == CHANCE:
            return sum(
                [
                    weight * self._value(child, player, own, others * weight)
                    for weight, child in zip(node.weights, node.children, strict=True)
                ]
            )
        shares = self._now[node.information]
        if node.player != player:
            return sum(
                [
                    share * self._value(child, player, own, others * share)
                    for share, child in zip(shares, node.children, strict=True)
                    if share
                ]
            )
        values = [
            self._value(child, player, own * share, others) for share, child in zip(shares, node.children, strict=True)
        ]
        value = sum([share * each for share, each in zip(shares, values, strict=True)])
        changes = self._changes.get(node.information)
        if changes is None:
            changes = self._changes[node.information] = [0.0] * len(shares)
        sums, weight = self._sums[node.information], own * self.iterations**2
        for option, share in enumerate(shares):
            changes[option] += others * (values[option] - value)
            sums[option] += weight * share
        return value

    def strategy(self) -> Strategy:
        """Return the mean of all strategies so far, in which later ones weigh more."""
        return [_shares(sums) for sums in self._sums]


def _matching(regrets: list[float]) -> list[float]:
    """Return how likely each option is picked, in proportion to the regret of not having picked it."""
    whole = sum([regret for regret in regrets if regret > 0])
    if whole <= 0:
        return [1 / len(regrets)] * len(regrets)
    return [regret / whole if regret > 0 else 0.0 for regret in regrets]


def _shares(sums: Sequence[float]) -> list[float]:
    whole = sum(sums)
    return [each / whole for each in sums] if whole > 0 else [1 / len(sums)] * len(sums)


def best_response(tree: GameTree, strategy: Strategy, player: int) -> float:
    """Return what a player gains who knows the other's strategy, and answers it as well as possible."""
    reached: dict[int, list[tuple[TreeNode, float]]] = {}
    for node, reach in _reached(tree.root, strategy, player, 1.0):
        reached.setdefault(node.information, []).append((node, reach))
    picked: dict[int, int] = {}
    values: dict[int, float] = {}

    def pick(information: int) -> int:
        if information not in picked:
            gains = [0.0] * tree.options[information]
            for node, reach in reached[information]:
                for option, child in enumerate(node.children):
                    gains[option] += reach * value(child)
            picked[information] = max(range(len(gains)), key=gains.__getitem__)
        return picked[information]

    def value(node: TreeNode) -> float:
        if node.player == END:
            return node.utility if player == 0 else -node.utility
        if (known := values.get(id(node))) is not None:
            return known
        if node.player == player:
            gain = value(node.children[pick(node.information)]) if node.information in reached else 0.0
        else:
            shares = node.weights if node.player == CHANCE else strategy[node.information]
            gain = sum([share * value(child) for share, child in zip(shares, node.children, strict=True) if share])
        values[id(node)] = gain
        return gain

    return value(tree.root)


def _reached(node: TreeNode, strategy: Strategy, player: int, reach: float) -> Iterator[tuple[TreeNode, float]]:
    """Yield the positions at which a player picks, and how likely chance and the other's picks lead there."""
    if node.player == END or not reach:
        return
    if node.player == player:
        yield node, reach
        for child in node.children:
            yield from _reached(child, strategy, player, reach)
        return
    shares = node.weights if node.player == CHANCE else strategy[node.information]
    for share, child in zip(shares, node.children, strict=True):
        yield from _reached(child, strategy, player, reach * share)
