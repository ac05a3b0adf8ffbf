"""A Ray cluster of two nodes on this machine, for as long as standard input stays open."""

import sys

from ray.cluster_utils import Cluster

STORE = 80 * 1024 * 1024


def main() -> None:
    cluster = Cluster()
    try:
        for _ in range(2):
            cluster.add_node(num_cpus=1, object_store_memory=STORE, include_dashboard=False)
        print(cluster.address, flush=True)
        sys.stdin.read()
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main()
