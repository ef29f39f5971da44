#!/usr/bin/env python3
"""Plays any legal move of any game. It speaks the protocol of docs/protocol.md, as a program in
any language can; it needs nothing of Tablero."""

import random
import sys

told = {}
for line in sys.stdin:
    word, _, told[word] = line.rstrip("\n").partition(" ")
    if word == "side":
        print("ready", flush=True)
    elif word == "begin":
        random.seed(int(told["begin"]))
    elif word == "choose":
        print("move", random.choice(told["legal"].split()), flush=True)
    elif word == "quit":
        break
