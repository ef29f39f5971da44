"""Connections: answered without delay."""

import socket


def test_answers_are_sent_without_delay(address):
    """Else every answer on a connection that has been used before waits for the one before it
    to be acknowledged."""
    with address.client() as client:
        client.get("/api/catalogue")
        for one in address.server.server_state.connections:
            line = one.transport.get_extra_info("socket")
            assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
