"""Where games are played: in this process, on the cores of this machine, or on a Ray cluster."""

from contextlib import AbstractContextManager

from quartett.arena.workers.cluster import ray_cluster
from quartett.arena.workers.pools import Pool, all_cores, cores, each
from quartett.arena.workers.processes import workers

__all__ = ["Pool", "cores", "each", "open_pool", "workers"]


def open_pool(
    jobs: int | None, ray: str | None = None, tasks: int | None = None
) -> AbstractContextManager[Pool]:
    """A pool for as long as the `with` lasts: a Ray cluster where one is named, or cores.

    Without `jobs` it has all cores, but no more than there are tasks.
    """
    if ray is None:
        wanted = jobs or all_cores()
        return cores(wanted if tasks is None else min(wanted, tasks))
    return ray_cluster(ray, jobs)
