"""A game tree of two players → strategies that neither player can improve by much, and bounds of the game's value.

The strategies are learned by CFR+ (Tammelin, 2014). A best response to each shows how much the other could still win:
these two numbers are bounds of the game's value, however good the strategies are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.extensions.laboratory.perfect.trees import CHANCE, END, GameTree, TreeNode

Strategy = list[list[float]]
"""strategy[k]: how likely each option is picked by a player who knows k (k is the number of an information state)."""


class Learner:
    """Learns strategies for both players by CFR+.

    Attributes:
        iterations: How many iterations were played.
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
        """Return what a player gains from a position on, and record regrets and the strategy.

        Args:
            node: The position.
            player: The player who learns.
            own: How likely that player's picks lead here.
            others: How likely chance and the other player's picks lead here.
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
        """Return the mean of all strategies so far; later ones have a larger weight."""
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
    """Return what a player gains by the best answer to the other's strategy."""
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
