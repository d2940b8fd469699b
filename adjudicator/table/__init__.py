"""What is true at the table after an entry: frozen values and questions, no transitions."""
