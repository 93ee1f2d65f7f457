"""Templates as Python: what Jinja makes of them, without what ours never ask for.

A page of a table is made of hundreds of calls, of words in the reader's language and of macros, and Jinja asks at each whether what is
called wants to be given the context. Nothing that our templates call does.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame


class Direct(CodeGenerator):
    """Calls as they stand in a template."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        if forward_caller or node.dyn_args is not None or node.dyn_kwargs is not None:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in node.args:
            self.visit(argument, frame)
            self.write(", ")
        for named in node.kwargs:
            self.write(f"{named.key}=")
            self.visit(named.value, frame)
            self.write(", ")
        self.write(")")


DIGEST = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]  # what was compiled in another way is not for us
