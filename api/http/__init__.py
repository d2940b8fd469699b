"""HTTP: requests in, responses out."""
