"""Where games are played: in this process, on the cores of this machine, or on a Ray cluster."""
