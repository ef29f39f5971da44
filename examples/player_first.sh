#!/bin/sh
# Plays the first legal move of any game. The protocol: docs/protocol.md
while read -r word text; do
    case $word in
        side) echo "ready" ;;
        legal) legal=$text ;;
        choose) echo "move ${legal%% *}" ;;
        quit) exit ;;
    esac
done
