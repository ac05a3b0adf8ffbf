"""The four games. Nothing here knows more than `quartett.core`."""
