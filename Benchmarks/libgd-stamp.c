/*
 * What daystamp is measured against: reads each JPEG with libgd, draws a text with an outline at the
 * bottom left, 16/360 of the short edge high, and writes it under its own name into a folder.
 *
 * libgd-stamp FONT TEXT QUALITY FOLDER PHOTO...
 */
#include <gd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gdImagePtr read_photo(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    gdImagePtr photo = gdImageCreateFromJpeg(file);
    fclose(file);
    return photo;
}

static int write_photo(gdImagePtr photo, const char *path, int quality) {
    FILE *file = fopen(path, "wb");
    if (!file) return -1;
    gdImageJpeg(photo, file, quality);
    int failed = ferror(file);
    return fclose(file) != 0 || failed ? -1 : 0;
}

/* Returns libgd's message, or NULL when done. */
static char *draw_text(gdImagePtr photo, char *font, char *text) {
    int short_edge = gdImageSX(photo) < gdImageSY(photo) ? gdImageSX(photo) : gdImageSY(photo);
    double size = 16.0 * short_edge / 360, outline = size / 12;
    int x = (int)size, y = gdImageSY(photo) - (int)(size * 1.25);
    int white = gdImageColorResolve(photo, 255, 255, 255), dark = gdImageColorResolve(photo, 32, 32, 32);
    gdFTStringExtra extra = {.flags = gdFTEX_RESOLUTION, .hdpi = 72, .vdpi = 72};
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int px = x + (int)(dx * outline), py = y + (int)(dy * outline);
            char *error = gdImageStringFTEx(photo, NULL, dark, font, size, 0, px, py, text, &extra);
            if (error) return error;
        }
    return gdImageStringFTEx(photo, NULL, white, font, size, 0, x, y, text, &extra);
}

int main(int argc, char **argv) {
    if (argc < 6) return fputs("libgd-stamp FONT TEXT QUALITY FOLDER PHOTO...\n", stderr), 64;
    int failures = 0;
    for (int i = 5; i < argc; i++) {
        const char *slash = strrchr(argv[i], '/'), *name = slash ? slash + 1 : argv[i];
        char output[4096];
        int length = snprintf(output, sizeof output, "%s/%s", argv[4], name);
        gdImagePtr photo = read_photo(argv[i]);
        char *error = photo ? draw_text(photo, argv[1], argv[2]) : "cannot be read";
        if (!error && (length >= (int)sizeof output || write_photo(photo, output, atoi(argv[3]))))
            error = "cannot be written";
        if (error) fprintf(stderr, "%s: %s\n", argv[i], error), failures++;
        if (photo) gdImageDestroy(photo);
    }
    return failures > 0;
}
