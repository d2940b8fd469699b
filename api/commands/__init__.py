"""Commands of the command line beside those in ``api.cli``."""
