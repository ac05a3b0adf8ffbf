"""REST: everything that is not said on the socket."""

from quartett.server.rest.me import ME
from quartett.server.rest.puzzle import PUZZLE
from quartett.server.rest.status import STATUS
from quartett.server.rest.tables import TABLES

HANDLERS = [*ME, *TABLES, *PUZZLE, *STATUS]
