"""All legal plays of a rack: `plain` is the twin that tests believe, `fast` the one that plays."""
