import Formats
import Foundation
import Raster
import Testing

@testable import Stamping

@Suite("Stamps of earlier versions")
struct EarlierStampTests {
  @Test("are taken off where the last codes of a full table had become ones of sixteen bits")
  func sixteenBitCodes() throws {
    let stamped = try #require(
      Data(base64Encoded: Self.sixteenBitCodes, options: .ignoreUnknownCharacters))
    let original = try Stamped.unstamp([UInt8](stamped)).bytes
    #expect(original.count == 891)
    // As sha256sum printed it.
    let hash = "324493f08f412b29d9d9fecf119ad76bb304c2c97bcb353bf56350cb03d5faf8"
    #expect(StampMark.hash(original).map { String(format: "%02x", $0) }.joined() == hash)
  }

  /// A gray JPEG of 96 by 64 pixels, whose table for AC coefficients has no codes for numbers of more
  /// than four bits.
  private static let sixteenBitCodes = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/7wLqRGF5c3RhbXAAAAEAAQEyRJPwj0ErKdnZ/s8RmtdrswTCyXvLNTv1Y1DLA9X6
    +AAAAAoyMDI0LTA1LTA2AAAACjIwMjQtMDUtMDYAAAADAAAAQQAAADIAAAAMAQIAvgLWAQADAfD+A38M9x8PwP8BEIL/
    AxCD/wMQhP8DEIX/AxCG/wMQh/8DEIj/AxCJ/wMQiv8DEIv/AxCM/wMQjf8DEI7/AxCP/wMQkP8DEJH/AxCS/wMQk/8D
    EJT/AxCV/wMQlv8DEJf/AxCY/wMQmf8DEJr/AxCb/wMQnP8DEJ3/AxCe/wMQn/8DEKD/AxCh/wMQov8DEKP/AxCk/wMQ
    pf8DEKb/AxCn/wMQqP8DEKn/AxCq/wMQq/8DEKz/AxCt/wMQrv8DEK//AxCw/wMQsf8DELL/AxCz/wMQtP8DELX/AxC2
    /wMQt/8DELj/AxC5/wMQuv8DELv/AxC8/wMQvf8DEL7/AxC//wMQwP8DEMH/AxDC/wMQw/8DEMT/AxDF/wMQxv8DEMf/
    AxDI/wMQyf8DEMr/AxDL/wMQzP8DEM3/AxDO/wMQz/8DEND/AxDR/wMQ0v8DENP/AxDU/wMQ1f8DENb/AxDX/wMQ2P8D
    ENn/AxDa/wMQ2/8DENz/AxDd/wMQ3v8DEN//AxDg/wMQ4f8DEOL/AxDj/wMQ5P8DEOX/AxDm/wMQ5/8DEOj/AxDp/wMQ
    6v8DEOv/AxDs/wMQ7f8DEO7/AxDv/wMQ8P8DEPH/AxDy/wMQ8/8DEPT/AxD1/wMQ9v8DEPf/AxD4/wMQ+f8DEPr/AxD7
    /wMQ/P8DEP3/AxD+/wMBAa4DAs0b1xA754bmGBxnHXpTwDg4P581IuQQR1p6j1NSDG3GOc9aeASBk8dBzTwBnjP4inYx
    j0z6VIB8xIzjsDTl5r8KT5gSN+dAwxFOUYwOT+FSjoBTsZyO2PWpFBBypx2P0p4Ge1PAyMHkdMVIMd0wfQ/of604YyRz
    n17VIBUPMgAB/9sAQwAKBwcIBwYKCAgICwoKCw4YEA4NDQ4dFRYRGCMfJSQiHyIhJis3LyYpNCkhIjBBMTQ5Oz4+PiUu
    RElDPEg3PT47/8AACwgAQABgAQERAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMF
    BQQEAAABfQECAwAEEQ8SITFBDxNRYQ8icRQygZGhDyNCscEPUtHwJDNicoIPDw8PDw8PDw8PDw8PNA8PDw8PD0NEDw8P
    Dw8PU1QPDw8PDw9jZA8PDw8PD3N0Dw8PDw8Pg4QPDw8PDw+Sk5QPDw8PDw+io6QPDw8PDw+ys7QPDw8PDw/Cw8QPDw8P
    Dw/S09QPDw8PDw/h4uPkDw8PDw8P8fLz9A8PDw8PD//EANQAAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKCxAAAgED
    AwIEAwUFBAMAAACBAQIDAAQRDxIhMUEPE1FhDyJxFDKBkaEPI0KxwQ9S0fAkM2Jygg8PDw8PDw8PDw8PDw80Dw8PDw8P
    Q0QPDw8PDw9TVA8PDw8PD2NkDw8PDw8Pc3QPDw8PDw+DhA8PDw8PD5KTlA8PDw8PD6KjpA8PDw8PD7KztA8PDw8PD8LD
    xA8PDw8PD9LT1A8PDw8PD+Hi4+QPDw8PDw/x8vP0Dw8PDw8PBRX/2gAIAQEAAD8Aw1OMjpx/n+tPUkr3GeSKeoG4Eing
    cdcU9cY4xjpxTwKkAOR0p6gZGeBTgOf/AG1PAYqfug++TUgFSKua57AK4HB9aVOSc44PQelSgHAznHapBzknqfQU4A4/
    xqVRnjGTjtTgOM4p6fLjb8u3GMcYp64yBkD608AlQCee5HepCp6+vI4x/nmnAZ65rntvODjj8qeBgE4z7VIq4Azzx604
    qCVOwZHQ46Zp4A3deQOmakAPHf1p+AOTnjningZPOMfSpB1HGfpT14PHpzxT1UsQevOTt446/wAqkUe1c8CSc9O3FOUc
    1IOQOMU/rjk5p68dKeqFgAufm4GOeaeFIX5RjsOOKkA6Ekc/XIpx46c81KvAwW2r3J6D3pwA7VJH3yDg9f6Vzy5xjPFO
    XBJwRgds808CpUUcZ+7zwOtKgAUemO/WpWGGxwcHGR0NPA4pw5z1GKlCgE5PI9Oaep53ZyenIzxTlHY9h1PepFUEjA+b
    pk1zoBBINSAZ5J6dsU9R6n9KkGW7dqcoxz69aeBTl68dB1GO9SqABjoOwFPC/Ln3xTwRnaPYkZp4HTnH9aeox3zXLzTC
    I7pzcJbhMkwKhYtxgfMcAdex6AY5q5NaLZ3Fwl3fziCK7jtUaKFTIWaPzGLhjgbAQCB1OelMtYpX/wDvlNYXVxNb3cMk
    8e9IkMC+UGyzZbcVypz0xkdaS3Z7j/7zS/8A31a4EAjWF44SuTIrSpG7E9lBYgepVuwpxu7drW5u2uXFratGha1VHeR3
    3nA3cABUYnucgcVbmsb+C2vXcXt09pdyWwFhArDaiIwkYHkA7+g6YNV7e8juo1VbxP3Vs9xcvDh2VUXJCg8ZJIAz61Yj
    hvJT+4M8tsLVbsOkKtOQzlPL2525DK2W6bVzinf/AHved0lFwsqSRyMhjmULInswAAz9O2KuLzUijgnHTrUgHpXO28n2
    T/74i4azF0EQiIfaPKMUnaQfIwJA6ZHB561HaosAkhf/AO9zTWrXKXUcT3x3rIFIJZ/K+ZWzyNoPA5qVSZLS7ivf/veZ
    5764ea5uIL/yTIGYts2mJsKCc4B5PJ7Yes3/AN8v/wAFTf8A3ukWynW4tY7Z5WtoleJUZTwRHl+FIGTwcHqKkmWW4SeK
    782/guAm9XuTG6lN20h9rcEO4Ix36imwJMn/AN/JP/v3LZRS/wD3wNx9ojdbjZGh7KV8ssQvs4yOtPht7i3to4BM91Es
    L28kEkpRWR1w20gHac4IOD06UskM00T28tsptJLdLY2v2jDqiP5iv5mwgtuLE5TGG6cVbiDtNNLKqo8pXCIxZUVUVFG4
    4LHagycDJzVgCngU8Ljj0r//2Q==
    """

  @Test("of a PNG's pixels as libgd has them are checked, taken off, and made anew in its samples")
  func libgdPixels() throws {
    let stamped = [UInt8](
      try #require(Data(base64Encoded: Self.libgdPixels, options: .ignoreUnknownCharacters)))
    #expect(try PixelStamped.verify(stamped).problems.isEmpty)
    let back = try PixelStamped.unstamp(stamped).bytes
    let image = try SampleImage.decoded(from: PhotoFile(back))
    let colours = [RGBA(red: 10, green: 20, blue: 30), RGBA(red: 200, green: 100, blue: 50)]
    for y in 0..<32 {
      for x in 0..<48 { #expect(image[x, y] == colours[(x / 8 + y / 8) % 2].wide) }
    }
    #expect(try PixelStamped.verify(stamped, original: back).problems.isEmpty)
    var style = LabelStyle(.plain)
    style.size = .pixels(6)
    let again = try PixelStamped.stamp(stamped, as: .png, style)
    let photo = try PhotoFile(again.bytes)
    #expect(try PixelStamp(photo)?.isOfSamples == true)
    #expect(try PixelStamp(photo)?.mark.originalHash == StampMark(of: stamped)?.originalHash)
    #expect(try PixelStamped.unstamp(again.bytes).bytes == back)
  }

  /// 48 by 32 pixels, squares of eight in two colours.
  private static let libgdPixels = """
    iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAIAAADbtmxLAAAApWRhWVMBivY8xtnukbssF/w0y/Iq3mS05kmbvHGkfrLRoUrG5TMA
    AAAKMjAyNC0wNS0wNgAAAAoyMDI0LTA1LTA2AAAAAAAAACIAAAAYAAAACAKrFf2TfYcsdEymeWOGQeWP0D3uMnGEl5cZmB43gyOy
    +v//////////eJwzYoCAN1BaBIOfAmVtgNIBGPwTUJYTlN6Hg48PGI26Y9Qdo+4Ycu4AAO1AOvFSmi00AAADwElEQVRYR2PkEpFj
    wAb2BYhgFXfa8Iam6pmwmj6AgqMOIhT4oyE0GkKEQoCQPMtAlTe4yrPRRE0oykZDaDSECIUAIflBl4YYR9tDBOJs0EXZqIOGXC4b
    jTJCUQZqD337/ffKq6///jPoiXO///7nzvvvMnzsjutf/fv9k4GRkZmFHUj++/ub4f9/JhY2oPo3335fe/1NhItFipf92eefQCvY
    mZkg7Zv/f/8AVQL1MDGzAhn///6e4yKqKsSJ6Qxc7SGWZ59/1e2//5MBaAQz0+9n3//84xMU+vj+2c/Pf7m5uf78+fvz2ydmds6/
    P7+ysLD8/sV69RVn+5FHnLz8Xz5/Zvj3l4WNnZGJ6fevX39+ARnMv79+EBIWevfuDSMTC9BBwsLCdfsfNDkqYHUT1sBiOfHkE7eI
    RHV5tbCI6JTeLjsnF0EhIQ5Ozv7ps5MSElRUVNIzMh48fNje1vb927fWju5FF1/6hUebWljx8fNnJURv2HPozIljKxbNf3Luxp8f
    X2qqq4SEhbm4OEtKy2bNXHjj+vW186a9/PKLeAcxWcjwfX3zojwv8+C+3YLCwvpGxo2VJULCIpcuXsrOzT1/4QI3N4+jg8P///+B
    Hvr399eDjz/cvHyrCnNfvXihqKz648f3yxfO37t75++vH////zMxNSksKhIRFgkLDb1169ar16+/ffv2F6yXSMDExszIycKkZ2is
    qqZxYPcOqMX//jIyMXp7eX398uXhwweFhQV3795VUFRIT0vNK61iYmL6+/fPr9+/gGmrsiDn16+fBRXV7W2tkRER/4EpkYHh77+/
    EhISz549+/Pnj39o+LVX34h0DVAZMzcb8zdB2Z6ps3Zs2cjExKygpMzHL6Cprfvw8dO6utrde/b8+////r37YmJiCvLy9Y2NV04c
    lJFXUNfSNrey2bJujba+gYyc/OdPn2oaW65cuWJrYyMgIKCnq7d8xQpnR0chQcG71y4zf3xmIsWL5qaFN7C7kjHLVOrkBxZlNQ2g
    hudPH7949szCxu7i+bOfGTkVFBSAgrfv3Hn+/CUXJ7uIiMjjpy+qLEQXX35tYWN79/at169eWVjb/Pz58/ypE8/+cP/794eF4Y+D
    vf3pM2fevn1roK/Pysr67vbFBgcFFYyMhiuXMe6N19977/3PP6CgZmZiFORgAeZqYLB1nP0EzOcgbwFzPjvXP3ASYWbj3B8kfu75
    57vvf7AzM4pxsz3+BMr2umLcWUdAPv776zsw5zMAI5WFDVRqMDAs9pSQ5+cgPtsDAHs4sjsdydsdAAAAAElFTkSuQmCC
    """
}
