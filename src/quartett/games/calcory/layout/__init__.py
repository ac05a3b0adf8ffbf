"""Cards, how they lie in rows and columns, and a drawing of them."""
