"""Why a node of a tree is what it is."""

from tablero.errors import OptionError
from tablero.lab.tree.explain import explain
from tablero.lab.tree.tree import Node, Tree
from tablero.locale import _
from tablero.web import jobs
from tablero.web.chores import Tell
from tablero.web.chores.grow import MOST_COUNTED, Growing


class Explaining:
    result = b""

    def __init__(self, job: jobs.Explain) -> None:
        self.job = job
        self.growing = Growing(job.grow)

    def stop(self) -> None:
        self.growing.stop()

    def run(self, tell: Tell) -> None:
        tree = self.growing.recording().tree
        if self.job.node >= len(tree.nodes):
            message = _("there is no node {node}; the last one is {last}")
            raise OptionError(message.format(node=self.job.node, last=len(tree.nodes) - 1))
        node = tree.nodes[self.job.node]
        skipped = tree.skipped_names(node)
        told = jobs.Explained(sentences=explain(tree, node), skipped=skipped, sizes=[])
        tell(told)
        tell(told.model_copy(update={"sizes": self._sizes(tree, node)}))

    def _sizes(self, tree: Tree, node: Node) -> list[int | None]:
        """None where they are too large to be counted."""
        counted = tree.skipped_sizes(node, MOST_COUNTED)
        if sum(counted) > MOST_COUNTED:
            counted.pop()
        return [*counted, *[None] * (node.skipped - len(counted))]
