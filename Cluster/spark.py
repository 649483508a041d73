#!/usr/bin/env python3
"""Stamps photos on a shared file system, on a Spark cluster:

    (cd /data/in && find . -name '*.jpg') > photos.list
    spark-submit Cluster/spark.py photos.list /data/in /data/out [OPTIONS OF STAMP ...]

The list has one name per line, as find prints them below the input folder. photos.list.json gets a line of JSON for
each photo, because spark-submit mixes standard output with its warnings. The exit code is 1 if some photos are bad,
and 75 if Spark gave up before all were done: then run it again. Give Spark's master to spark-submit, like any option.
All nodes need the folders under the same paths, and daystamp on their PATH. If a machine fails or is lost, Spark
starts its task again, up to spark.task.maxFailures times. Photos that are done get the status "already".
"""
import json
import os
import subprocess
import sys
import traceback

from pyspark.sql import SparkSession

SHARD = 1000  # photos per task: at least some seconds of work, and little to repeat


class MachineFailed(Exception):
    """No photo is bad, but a machine failed: Spark tries again."""


def stamper(source, target, options):
    """Returns a function that stamps a shard in one process, and yields the record of each photo."""

    def stamp(batches):
        names = [name for batch in batches for name in batch["name"]]
        command = ["daystamp", "stamp", "--files-from", "-", "-0", "--base", source, "-o", target,
                   "--reproducible", "--json", "--jobs", "1", *options]
        run = subprocess.run(command, input="\0".join(names).encode(), stdout=subprocess.PIPE)
        # 1: the shard is done, but some photos are bad; trying again would not help.
        if run.returncode not in (0, 1):  # 75: the machine failed; below 0: it was killed
            raise MachineFailed(f"daystamp ended with {run.returncode}")
        yield from tables(run.stdout.decode().splitlines()[:-1])

    def tables(lines):
        import pandas

        if lines:
            yield pandas.DataFrame({"record": lines})

    return stamp


def run(photos, names, source, target, options):
    """Writes the record of each photo, and returns whether some are bad."""
    spark = SparkSession.builder.appName("daystamp").getOrCreate()
    shards = int(os.environ.get("DAYSTAMP_SHARDS") or len(names) // SHARD + 1)
    done = spark.createDataFrame(names, "name string").repartition(shards).mapInPandas(
        stamper(os.path.abspath(source), os.path.abspath(target), options), "record string")
    statuses = set()
    with open(f"{photos}.json", "w", encoding="utf-8") as records:
        for row in done.toLocalIterator(prefetchPartitions=True):
            print(row.record, file=records, flush=True)
            statuses.add(json.loads(row.record)["status"])
    spark.stop()
    return bool(statuses & {"failed", "conflict"})


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(print(__doc__, file=sys.stderr) or 64)
    photos, source, target, *options = sys.argv[1:]
    try:
        with open(photos, encoding="utf-8", newline="\n") as lines:
            names = [(line.rstrip("\n"),) for line in lines]
    except (OSError, UnicodeDecodeError) as error:  # Spark's texts are UTF-8
        sys.exit(print(f"{photos}: {error}", file=sys.stderr) or 66)
    try:
        sys.exit(run(photos, names, source, target, options))
    except Exception:  # whatever it is, some photos have no record
        traceback.print_exc()
        sys.exit(75)
