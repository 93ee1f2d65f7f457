"""`python benchmarks/bench.py` is `kronland bench`, for those who look here first; options as there."""

import sys

from kronland.cli import main

main(["bench", *sys.argv[1:]])
