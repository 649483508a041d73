extension Filter {
  /// How the filter is made. The numbers were chosen by eye, on charts and photos; `FilterGoldenTests` has
  /// what they give.
  package var recipe: FilterRecipe {
    switch self {
    case .normal: FilterRecipe()

    // Warm and rosy, its shadows towards violet, its lights towards cream.
    case .nashville:
      FilterRecipe([
        .curve([0: 0, 0.25: 0.27, 0.6: 0.68, 1: 1]),
        .curves(
          red: [0: 0.07, 0.5: 0.56, 1: 1], green: [0: 0.02, 0.5: 0.49, 1: 0.93],
          blue: [0: 0.2, 0.5: 0.48, 1: 0.78]),
        .saturation(0.92),
      ])

    // A hot centre that burns out to a dark, reddish brown.
    case .toaster:
      FilterRecipe(
        [
          .curve([0: 0, 0.25: 0.22, 0.7: 0.76, 1: 1]),
          .blend(.screen, 0x4A1A10, opacity: 0.8),
          .blend(.softLight, 0xE8A860, opacity: 0.45),
        ],
        vignette: Vignette(radius: 0.15, softness: 0.85, strength: 0.62, colour: 0x2A0A12))

    // A print that has faded and reddened in an album.
    case .year1977:
      FilterRecipe([
        .saturation(0.85),
        .curve([0: 0, 0.25: 0.22, 0.5: 0.53, 0.75: 0.82, 1: 1]),
        .blend(.screen, 0xF06A8C, opacity: 0.16),
        .curves(
          red: [0: 0.08, 0.5: 0.55, 1: 1], green: [0: 0.08, 0.5: 0.49, 1: 0.95],
          blue: [0: 0.12, 0.5: 0.48, 1: 0.89]),
      ])

    // Bright and crisp, with cool lights.
    case .clarendon:
      FilterRecipe([
        .curve([0: 0, 0.22: 0.17, 0.5: 0.54, 0.78: 0.85, 1: 1]),
        .vibrance(0.25),
        .curves(
          red: [0: 0, 0.5: 0.47, 1: 0.98], green: [0: 0.01, 0.5: 0.51, 1: 1],
          blue: [0: 0.05, 0.5: 0.55, 1: 1]),
      ])

    // Slide film: deep colours, firm contrast.
    case .chrome:
      FilterRecipe([
        .vibrance(0.25),
        .curve([0: 0, 0.2: 0.15, 0.5: 0.49, 0.8: 0.84, 1: 1]),
        .curves(
          red: [0: 0, 0.5: 0.51, 1: 1], green: [0: 0.005, 0.5: 0.5, 1: 0.99],
          blue: [0: 0.02, 0.5: 0.48, 1: 0.97]),
      ])

    // Pale: little contrast, little colour, blacks that are grey.
    case .fade:
      FilterRecipe([
        .saturation(0.65),
        .curve([0: 0, 0.5: 0.53, 1: 1]),
        .ends(black: 0x2A2B2E, white: 0xF4F3EF),
      ])

    // A picture from an instant camera: creamy, its shadows greenish blue.
    case .instant:
      FilterRecipe([
        .saturation(0.82),
        .curve([0: 0, 0.25: 0.24, 0.7: 0.77, 1: 1]),
        .curves(
          red: [0: 0.08, 0.4: 0.43, 1: 1], green: [0: 0.1, 0.5: 0.52, 1: 0.965],
          blue: [0: 0.14, 0.5: 0.47, 1: 0.86]),
      ])

    // Grey as a panchromatic film has it.
    case .mono:
      FilterRecipe([
        .inLinearLight([.saturation(0)]),
        .curve([0: 0.02, 0.5: 0.5, 1: 0.97]),
      ])

    // Black and white through a red glass: skies go dark, skin goes light, and the edges with the skies.
    case .noir:
      FilterRecipe(
        [
          .grey(red: 0.62, green: 0.32, blue: 0.06),
          .curve([0: 0, 0.25: 0.13, 0.5: 0.5, 0.75: 0.86, 1: 1]),
        ],
        vignette: Vignette(radius: 0.4, softness: 0.75, strength: 0.55, colour: 0x000000))

    // Film developed in the bath for another: blue-green shadows, yellow lights.
    case .process:
      FilterRecipe([
        .saturation(0.88),
        .curves(
          red: [0: 0, 0.25: 0.17, 0.6: 0.63, 1: 0.96],
          green: [0: 0.02, 0.25: 0.25, 0.6: 0.66, 1: 1],
          blue: [0: 0.11, 0.25: 0.28, 0.6: 0.62, 1: 0.84]),
      ])

    // Grey through a green glass, with its shadows opened.
    case .tonal:
      FilterRecipe([
        .grey(red: 0.18, green: 0.66, blue: 0.16),
        .curve([0: 0.05, 0.25: 0.33, 0.5: 0.61, 0.75: 0.82, 1: 0.98]),
      ])

    // An old postcard: yellowish whites, brownish blacks, soft.
    case .transfer:
      FilterRecipe([
        .saturation(0.7),
        .ends(black: 0x2E1C14, white: 0xFFF3D6),
        .blend(.softLight, 0xC8925A, opacity: 0.4),
      ])

    // Teal in the shadows, peach in the lights.
    case .tone:
      FilterRecipe([
        .curves(
          red: [0: 0, 0.25: 0.21, 0.7: 0.74, 1: 1],
          green: [0: 0.02, 0.25: 0.26, 0.7: 0.7, 1: 0.98],
          blue: [0: 0.06, 0.25: 0.3, 0.7: 0.66, 1: 0.92])
      ])

    // Part of the way to where amounts of light are taken for values of sRGB: dark and deep.
    case .linear:
      FilterRecipe([.curve([0: 0, 0.25: 0.13, 0.5: 0.33, 0.75: 0.61, 1: 1])])

    // Brown, from dark to light.
    case .sepia:
      FilterRecipe([
        .inLinearLight([.saturation(0)]),
        .curves(
          red: [0: 0.09, 0.5: 0.6, 1: 1], green: [0: 0.06, 0.5: 0.49, 1: 0.94],
          blue: [0: 0.04, 0.5: 0.36, 1: 0.8]),
      ])

    // A plate on a light box: what was light is dark, in a cold blue.
    case .xray:
      FilterRecipe([
        .grey(red: 0.3, green: 0.59, blue: 0.11),
        .curve([0: 1, 0.5: 0.45, 1: 0]),
        .curves(
          red: [0: 0.01, 0.5: 0.38, 1: 0.9], green: [0: 0.03, 0.5: 0.5, 1: 0.97],
          blue: [0: 0.1, 0.5: 0.63, 1: 1]),
      ])
    }
  }
}
