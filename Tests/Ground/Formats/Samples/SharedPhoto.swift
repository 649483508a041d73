import Formats

/// What each real photo's header says, as exiftool, djpeg, heif-info and vipsheader read it.
struct SharedPhoto: CustomStringConvertible, Sendable {
  let name: String
  let size: [Int]
  let orientation: Int
  let bits: Int
  let colour: ColourModel

  var description: String { name }

  init(_ name: String, _ size: [Int], _ orientation: Int, _ bits: Int, _ colour: ColourModel) {
    self.name = name
    self.size = size
    self.orientation = orientation
    self.bits = bits
    self.colour = colour
  }

  static let all = [
    SharedPhoto("avif/paris_icc_exif_xmp.avif", [403, 302], 1, 8, .ycc),
    SharedPhoto("bmp/david.bmp", [180, 215], 1, 8, .palette),
    SharedPhoto("camera/Issue 266.jpg", [5760, 3840], 1, 8, .ycc),
    SharedPhoto("camera/Nikon D3100.jpg", [4608, 3072], 1, 8, .ycc),
    SharedPhoto("camera/slrhills.jpg", [4608, 3456], 1, 8, .ycc),
    SharedPhoto("colour/Channel_digital_image_CMYK_color.jpg", [500, 333], 1, 8, .ycck),
    SharedPhoto("colour/canyon-wren.jpg", [3840, 2160], 1, 8, .ycc),
    SharedPhoto("colour/cymk.jpg", [600, 397], 1, 8, .cmyk),
    SharedPhoto("colour/flower.png.im_q85_rgb_subsample_blue.jpg", [2268, 1512], 1, 8, .rgb),
    SharedPhoto("colour/grayscale.jpg", [3264, 2448], 1, 8, .gray),
    SharedPhoto("corrupt/singlerowtrunc.jpg", [5760, 3840], 1, 8, .ycc),
    SharedPhoto("date/320x240.jpg", [320, 240], 1, 8, .ycc),
    SharedPhoto("date/FujiFilm SP-2500.jpg", [81, 121], 6, 8, .ycc),
    SharedPhoto("date/app13-multiple.jpg", [256, 160], 1, 8, .ycc),
    SharedPhoto("date/verizon.jpg", [320, 240], 1, 8, .ycc),
    SharedPhoto("exotic/1x1_exif_xmp.jpg", [1, 1], 1, 8, .ycc),
    SharedPhoto("exotic/beach.jpg", [200, 200], 1, 8, .ycc),
    SharedPhoto("exotic/bicycles_restarts.jpg", [1024, 631], 1, 8, .ycc),
    SharedPhoto("exotic/flower_small.q85_420_non_interleaved.jpg", [510, 532], 1, 8, .ycc),
    SharedPhoto("exotic/speed_bench.jpg", [7680, 4320], 1, 8, .ycc),
    SharedPhoto("exotic/testimgari.jpg", [227, 149], 1, 8, .ycc),
    SharedPhoto("exotic/testimgl.jpg", [227, 149], 1, 8, .rgb),
    SharedPhoto("exotic/testorig12.jpg", [227, 149], 1, 12, .ycc),
    SharedPhoto("gif/rotating-squares.gif", [80, 80], 1, 8, .palette),
    SharedPhoto("heic/arrow.heic", [4032, 3024], 6, 8, .ycc),
    SharedPhoto("heic/aux_YCbCr.heic", [4000, 1848], 1, 8, .ycc),
    SharedPhoto("orient/Landscape_2.jpg", [1800, 1200], 2, 8, .ycc),
    SharedPhoto("orient/Landscape_3.jpg", [1800, 1200], 3, 8, .ycc),
    SharedPhoto("orient/Landscape_4.jpg", [1800, 1200], 4, 8, .ycc),
    SharedPhoto("orient/Landscape_5.jpg", [1200, 1800], 5, 8, .ycc),
    SharedPhoto("orient/Landscape_6.jpg", [1200, 1800], 6, 8, .ycc),
    SharedPhoto("orient/Landscape_7.jpg", [1200, 1800], 7, 8, .ycc),
    SharedPhoto("orient/Landscape_8.jpg", [1200, 1800], 8, 8, .ycc),
    SharedPhoto("orient/Portrait_6.jpg", [1800, 1200], 6, 8, .ycc),
    SharedPhoto("orient/Portrait_8.jpg", [1800, 1200], 8, 8, .ycc),
    SharedPhoto("phone/IMG_20180725_163423-tiny.jpg", [1012, 759], 1, 8, .ycc),
    SharedPhoto("phone/PXL_20200710_061629144.MP.jpg", [4032, 3024], 1, 8, .ycc),
    SharedPhoto("phone/Samsung SM-J327T1.jpg", [2576, 1932], 6, 8, .ycc),
    SharedPhoto("phone/Ultra_HDR_Samples_Originals_05.jpg", [4080, 3072], 1, 8, .ycc),
    SharedPhoto("phone/dog_exif_extended_xmp_icc.jpg", [4032, 3024], 6, 8, .ycc),
    SharedPhoto("phone/iphone.jpg", [3264, 2448], 1, 8, .ycc),
    SharedPhoto("png/a2d1un_nkitzmiller_2020_g1.png", [64, 64], 1, 16, .rgb),
    SharedPhoto("png/animated_ball.png", [100, 100], 1, 8, .rgb),
    SharedPhoto("png/cvo9xd_keong_macan_srgb8.png", [500, 500], 1, 8, .rgb),
    SharedPhoto("png/flower_small.rgba.png", [510, 532], 1, 8, .rgb),
    SharedPhoto("png/paris_icc_exif_xmp.png", [403, 302], 1, 8, .rgb),
    SharedPhoto("png/t0gho7_orlaustral_srgb8.png", [64, 64], 1, 8, .palette),
    SharedPhoto("progressive/iphoneprogressive.jpg", [1023, 663], 1, 8, .ycc),
    SharedPhoto("progressive/lake-sherburne.jpg", [3840, 2160], 1, 8, .ycc),
    SharedPhoto("sampling/Epson PhotoPC 3000Z.jpg", [1536, 2048], 1, 8, .ycc),
    SharedPhoto("sampling/Minolta DiMAGE EX.jpg", [1344, 1008], 1, 8, .ycc),
    SharedPhoto("sampling/blue-periwinkle.jpg", [3840, 2560], 1, 8, .ycc),
    SharedPhoto("sampling/flower.png.im_q85_luma_subsample.jpg", [2268, 1512], 1, 8, .ycc),
    SharedPhoto("sampling/fox410.jpg", [605, 806], 1, 8, .ycc),
    SharedPhoto("tiff/tifftag-photoshop.tiff", [317, 211], 1, 16, .rgb),
    SharedPhoto("trailer/androidtrail.jpg", [685, 999], 1, 8, .ycc),
    SharedPhoto("trailer/frozenpond.mpo", [640, 480], 1, 8, .ycc),
    SharedPhoto("webp/denali.webp", [600, 315], 1, 8, .ycc),
    SharedPhoto("webp/rotating-squares.webp", [80, 80], 1, 8, .ycc),
  ]
}
