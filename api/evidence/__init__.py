"""What makes the record evidence: chains, a Merkle log, signed checkpoints, proofs."""
