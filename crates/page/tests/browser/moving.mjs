// Pictures that move: WebP frames joined to one animated WebP file, which is a RIFF
// container: a list of chunks with a name and a size.

/**
 * One animation of frames of equal size.
 * @param {{ data: Buffer, milliseconds: number }[]} frames lossy WebP files
 * @param {{ width: number, height: number }} size
 */
export function animation(frames, { width, height }) {
  const header = Buffer.alloc(10);
  header[0] = 0b10; // has an animation
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  const background = Buffer.alloc(6); // transparent, repeated for ever
  const moving = frames.map(({ data, milliseconds }) => {
    const place = Buffer.alloc(16); // at the top left
    place.writeUIntLE(width - 1, 6, 3);
    place.writeUIntLE(height - 1, 9, 3);
    place.writeUIntLE(milliseconds, 12, 3);
    place[15] = 0b10; // replaces what was there
    return chunk("ANMF", Buffer.concat([place, picture(data)]));
  });
  const content = Buffer.concat([Buffer.from("WEBP"), chunk("VP8X", header), chunk("ANIM", background), ...moving]);
  return chunk("RIFF", content);
}

/** The chunk with the picture itself. */
function picture(/** @type {Buffer} */ data) {
  let at = 12;
  while (at < data.length) {
    const name = data.toString("latin1", at, at + 4);
    const size = data.readUInt32LE(at + 4);
    if (name === "VP8 ") return chunk(name, data.subarray(at + 8, at + 8 + size));
    at += 8 + size + (size % 2);
  }
  throw new Error("the frame is no lossy WebP file");
}

function chunk(/** @type {string} */ name, /** @type {Buffer} */ content) {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
