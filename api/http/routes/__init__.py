"""The routes: each reads its request, asks one question and sends the answer."""
