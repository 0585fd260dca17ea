/** Width and height out of the head of an image, by its own bytes whatever it calls itself: PNG, JPEG, GIF, WebP, BMP. */

export type Size = { width: number; height: number };

/** `undefined` for what is none of these, or breaks off too early. Never decodes. */
export const imageSize = (head: Buffer): Size | undefined => {
  try {
    if (head.toString('latin1', 1, 4) === 'PNG' && head.toString('latin1', 12, 16) === 'IHDR') {
      return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
    }
    if (head.readUInt16BE(0) === 0xffd8) return jpegSize(head);
    if (/^GIF8[79]a$/.test(head.toString('latin1', 0, 6))) {
      return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
    }
    if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return webpSize(head);
    if (head.toString('latin1', 0, 2) === 'BM' && head.readUInt32LE(14) >= 40) {
      // A negative height means that the rows run downwards.
      return { width: head.readInt32LE(18), height: Math.abs(head.readInt32LE(22)) };
    }
  } catch (error) {
    // A read past the end of what there is.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
};

/** From marker to marker up to a start of frame (C0 to CF, save C4, C8 and CC, which are tables). */
const jpegSize = (head: Buffer): Size | undefined => {
  for (let at = 2; at + 9 <= head.length;) {
    if (head.readUInt8(at) !== 0xff) return undefined;
    const marker = head.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1; // filler
    } else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2; // markers without a length
    } else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) };
    } else if (marker === 0xd9 || marker === 0xda) {
      return undefined; // the picture ends or its data begin, and no frame has been announced
    } else {
      at += 2 + head.readUInt16BE(at + 2);
    }
  }
  return undefined;
};

const webpSize = (head: Buffer): Size | undefined => {
  const form = head.toString('latin1', 12, 16);
  if (form === 'VP8 ' && head.readUIntBE(23, 3) === 0x9d012a) {
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  }
  if (form === 'VP8L' && head.readUInt8(20) === 0x2f) {
    const bits = head.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (form === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  return undefined;
};
