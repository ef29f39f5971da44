"""Measure, print a table, keep the figures in results/. Run it by `bench/run`."""

import argparse
from importlib import import_module

from report import keep, machine, print_table

MEASUREMENTS = ("speeds", "first_move", "start", "empty_board", "engine", "peers", "solver")
WITH_PEERS = ("peers", "solver")


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(MEASUREMENTS)}")
    parser.add_argument("--no-peers", action="store_true", help="leave other programs out")
    parser.add_argument("--no-keep", action="store_true", help="print only")
    options = parser.parse_args()
    unknown = set(options.names) - set(MEASUREMENTS)
    if unknown:
        parser.error(f"no such measurement: {', '.join(sorted(unknown))}")
    wanted = options.names or MEASUREMENTS
    names = [name for name in wanted if not (options.no_peers and name in WITH_PEERS)]
    print(*(f"{key} {value}" for key, value in machine().items()), sep=", ")
    for name in names:
        rows = list(import_module(name).measure())
        print()
        print_table(rows)
        if not options.no_keep:
            keep(name, rows)


if __name__ == "__main__":
    main()
