"""The programs that stamp the same photos: each a command that writes into a folder."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FONT = HERE.parent / "Fonts/Faces/OpenSans-Semibold.ttf"
TEXT = "2024-01-31 23:59"
# For all: daystamp says by --jobs how many it uses, the others would take one a core.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "MAGICK_THREAD_LIMIT": "1"}


def built(product):
    """The path of the release build."""
    build = ["swift", "build", "-c", "release", "--package-path", str(HERE.parent)]
    subprocess.run([*build, "--product", product], check=True, stdout=sys.stderr)
    shown = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True, text=True)
    return Path(shown.stdout.strip(), product)


def daystamp(program, photos, output, jobs, *options):
    return [str(program), "stamp", str(photos), "-o", str(output), "--jobs", str(jobs),
            "--force", "--quiet", *options]


def reencoding(program, photos, output, jobs, quality):
    """Given a quality, daystamp encodes a JPEG again, as it does other formats."""
    return daystamp(
        program, photos, output, jobs, "--quality", str(quality), "--allow-loss")


def unstamp(program, stamped, output):
    return [str(program), "unstamp", str(stamped), "-o", str(output), "--jobs", "1"]


def libgd(photos, output, quality, build_folder):
    program = compiled("libgd-stamp", build_folder)
    return program and [str(program), *arguments(photos, output, quality)]


def compiled(name, build_folder):
    """Compiles a C program; None where the compiler or libgd's headers are missing."""
    compiler, finder = shutil.which("cc"), shutil.which("pkg-config")
    if not compiler or not finder:
        return None
    flags = subprocess.run([finder, "--cflags", "--libs", "gdlib"], capture_output=True, text=True)
    if flags.returncode != 0:
        return None
    program = build_folder / name
    subprocess.run(
        [compiler, "-O2", "-Wall", "-Wextra", "-Werror", HERE / f"{name}.c", "-o", program,
         *flags.stdout.split()], check=True)
    return program


def pillow(photos, output, quality):
    if subprocess.run([sys.executable, "-c", "import PIL"], capture_output=True).returncode != 0:
        return None
    return [sys.executable, str(HERE / "pillow_stamp.py"), *arguments(photos, output, quality)]


def arguments(photos, output, quality):
    return [str(FONT), TEXT, str(quality), str(output), *(str(photo.path) for photo in photos)]


def jpegtran(photos, output):
    """Decodes and encodes the coefficients, and draws nothing."""
    program = shutil.which("jpegtran")
    return program and each(photos, lambda photo: [
        program, "-copy", "all", "-outfile", Path(output, photo.path.name), photo.path])


def imagemagick(photos, output, quality):
    program = next(filter(is_imagemagick, found("convert")), None)
    return program and each(photos, lambda photo: [
        program, photo.path, *look(photo), "-gravity", "SouthWest",
        "-stroke", "#202020", "-annotate", offset(photo), TEXT,
        "-stroke", "none", "-annotate", offset(photo), TEXT,
        *written(photo, output, quality)])


def graphicsmagick(photos, output, quality):
    program = next(found("gm"), None)
    return program and each(photos, lambda photo: [
        program, "convert", photo.path, *look(photo), "-gravity", "SouthWest",
        "-stroke", "#202020", "-draw", f"text {distance(photo)},{distance(photo)} '{TEXT}'",
        "-stroke", "none", "-draw", f"text {distance(photo)},{distance(photo)} '{TEXT}'",
        *written(photo, output, quality)])


def found(name):
    """Every program of this name in PATH."""
    for folder in dict.fromkeys(os.get_exec_path()):
        if program := shutil.which(name, path=folder):
            yield program


def is_imagemagick(program):
    """Whether it is ImageMagick's, and no script around it, which would be measured too."""
    with open(program, "rb") as file:
        is_binary = file.read(4) == b"\x7fELF"
    version = subprocess.run([program, "-version"], capture_output=True, text=True)
    return is_binary and "ImageMagick" in version.stdout


def each(photos, command):
    """A shell that runs one command a photo, since these programs take one photo at a time."""
    lines = (shlex.join(map(str, command(photo))) for photo in photos)
    return ["/bin/sh", "-ec", "\n".join(lines)]


def look(photo):
    return ["-font", FONT, "-pointsize", f"{16 * photo.points:.1f}",
            "-fill", "white", "-strokewidth", f"{16 * photo.points / 6:.1f}"]


def distance(photo):
    return round(16 * photo.points)


def offset(photo):
    return f"+{distance(photo)}+{distance(photo)}"


def written(photo, output, quality):
    return ["-quality", quality, "-sampling-factor", "1x1", Path(output, photo.path.name)]
