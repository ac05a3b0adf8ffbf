"""What imports what in src/quartett: measured, drawn, and held to the declared layers."""
