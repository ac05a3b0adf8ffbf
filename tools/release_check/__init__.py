"""What a release needs, checked: `make release-check`. Each fault says what to do."""
