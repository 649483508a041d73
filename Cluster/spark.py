#!/usr/bin/env python3
"""Stamps photos on a shared file system, on a cluster that Spark runs:

    (cd /data/in && find . -name '*.jpg') > photos.list
    spark-submit Cluster/spark.py photos.list /data/in /data/out [OPTIONS OF STAMP ...]

The list has a name a line, as find prints them below the input folder. What became of each photo comes to
photos.list.json, a line each: what a program prints, spark-submit mixes with its warnings. The exit code is 1 where
some are bad, and 75 where Spark gave up before all were done: run it again. Spark's master is given to spark-submit,
as any option.
All nodes see the folders under the same paths, and have daystamp on their PATH. Spark begins a task again that
lost its machine, or whose machine failed, as often as spark.task.maxFailures says: what is done is done already.
"""
import json
import os
import subprocess
import sys
import traceback

from pyspark.sql import SparkSession

SHARD = 1000  # photos of a task: some seconds of work or more, and little to do again


class MachineFailed(Exception):
    """No photo is bad, but a machine failed: Spark tries again."""


def stamper(source, target, options):
    """What does the photos of a shard, by one process, and tells what became of each."""

    def stamp(batches):
        names = [name for batch in batches for name in batch["name"]]
        command = ["daystamp", "stamp", "--files-from", "-", "-0", "--base", source, "-o", target,
                   "--reproducible", "--json", "--jobs", "1", *options]
        run = subprocess.run(command, input="\0".join(names).encode(), stdout=subprocess.PIPE)
        # 1: the shard is done, and some photos are bad, which is no reason to try again.
        if run.returncode not in (0, 1):  # 75: the machine failed; below 0: it was killed
            raise MachineFailed(f"daystamp ended with {run.returncode}")
        yield from tables(run.stdout.decode().splitlines()[:-1])

    def tables(lines):
        import pandas

        if lines:
            yield pandas.DataFrame({"record": lines})

    return stamp


def run(photos, names, source, target, options):
    """Tells what became of each photo, and whether some are bad."""
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
    except Exception:  # whatever it is, photos are left that nobody has told of
        traceback.print_exc()
        sys.exit(75)
