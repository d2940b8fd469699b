"""The routes: each parses its request, calls one service and sends the response."""
