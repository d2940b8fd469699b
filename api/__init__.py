"""The world outside: HTTP, command line, storage, evidence.

Nothing here decides anything about poker: events go to the engine, what the engine and the
rulebook answer goes out, and in between there is parsing, storing and printing. The rooms, from
the ground up (``tests/test_layers.py`` has which imports from which):

``lib`` tools without a subject; ``store`` the databases; ``service`` what the product does,
whoever asks; ``settings``; ``evidence`` hashes, signatures and proofs; ``web`` pages for people;
``http`` routes, schemas, authentication; ``wiring`` puts the parts together; ``server`` runs
them; ``ops`` keeps an installation sound; ``cli`` the command line.
"""
