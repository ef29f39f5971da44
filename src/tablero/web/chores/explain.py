"""Why a node of a tree is what it is."""

from tablero.errors import OptionError
from tablero.lab.tree.explain import explain
from tablero.locale import _
from tablero.web import models
from tablero.web.chores import Tell
from tablero.web.chores.grow import Growing

MOST_COUNTED = 1_000_000
"""Beyond so many nodes below a child that was never looked at, nobody counts."""


class Explaining:
    result = b""

    def __init__(self, job: models.Explain) -> None:
        self.job = job
        self.growing = Growing(job.grow)

    def stop(self) -> None:
        self.growing.stop()

    def run(self, tell: Tell) -> None:
        tree = self.growing.tree()
        if self.job.node >= len(tree.nodes):
            message = _("there is no node {node}; the tree has {nodes}")
            raise OptionError(message.format(node=self.job.node, nodes=len(tree.nodes)))
        node = tree.nodes[self.job.node]
        skipped = tree.skipped_names(node)
        told = models.Explained(sentences=explain(tree, node), skipped=skipped, sizes=[])
        tell(told.model_copy(update={"sizes": tree.skipped_sizes(node)}))
