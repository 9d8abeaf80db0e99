import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, createDeflate } from 'node:zlib';

export interface PngShape {
  width: number;
  height: number;
  /** One bit per pixel (1 is white), or RGB. */
  pixels: 'black-and-white' | 'colour';
  dotsPerInch: number;
}

/** Bounds the work between turns of the event loop. */
const STRIP_BYTES = 128 * 1024;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Repeated rows become zeros. */
const FILTER_UP = 2;
const METRES_PER_INCH = 0.0254;

/** In slices that leave the event loop free, in constant memory. `rowAt`: row y, null to repeat; called in order. */
export async function encodePng(shape: PngShape, rowAt: (y: number) => Uint8Array | null): Promise<Buffer> {
  const bits = shape.pixels === 'colour' ? 24 : 1;
  const rowBytes = Math.ceil((shape.width * bits) / 8);
  const strips = Readable.from(stripsOf(shape.height, rowBytes, rowAt));
  const data = await buffer(strips.compose(createDeflate({ level: 9 })));

  const header = Buffer.alloc(13);
  header.writeUInt32BE(shape.width, 0);
  header.writeUInt32BE(shape.height, 4);
  header.set(shape.pixels === 'colour' ? [8, 2] : [1, 0], 8);
  const density = Buffer.alloc(9);
  const dotsPerMetre = Math.round(shape.dotsPerInch / METRES_PER_INCH);
  density.writeUInt32BE(dotsPerMetre, 0);
  density.writeUInt32BE(dotsPerMetre, 4);
  density[8] = 1;
  return Buffer.concat([
    SIGNATURE,
    chunkOf('IHDR', header),
    chunkOf('pHYs', density),
    chunkOf('IDAT', data),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

function* stripsOf(
  height: number,
  rowBytes: number,
  rowAt: (y: number) => Uint8Array | null,
): Generator<Buffer> {
  const rowsPerStrip = Math.max(1, Math.floor(STRIP_BYTES / (rowBytes + 1)));
  let above: Uint8Array = new Uint8Array(rowBytes);
  for (let top = 0; top < height; top += rowsPerStrip) {
    const rows = Math.min(rowsPerStrip, height - top);
    const strip = Buffer.alloc(rows * (rowBytes + 1));
    for (let n = 0; n < rows; n += 1) {
      const at = n * (rowBytes + 1);
      strip[at] = FILTER_UP;
      const row = rowAt(top + n);
      if (row === null) continue;
      for (let x = 0; x < rowBytes; x += 1) strip[at + 1 + x] = (row[x] ?? 0) - (above[x] ?? 0);
      above = row;
    }
    yield strip;
  }
}

function chunkOf(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}
