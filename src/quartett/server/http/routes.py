"""REST: everything that is not said on the socket."""

from quartett.server.http.me import ME
from quartett.server.http.puzzle import PUZZLE
from quartett.server.http.status import STATUS
from quartett.server.http.tables import TABLES

HANDLERS = [*ME, *TABLES, *PUZZLE, *STATUS]
