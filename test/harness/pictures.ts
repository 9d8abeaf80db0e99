import { PhotonImage } from '@cf-wasm/photon';

/** A real picture of this size, with other pixels in each corner. */
export async function pictureOf(
  type: 'image/jpeg' | 'image/png' | 'image/webp',
  width: number,
  height: number,
): Promise<Buffer> {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    pixels.set([(at / 4) % 256, Math.floor(at / 4 / width) % 256, 128, 255], at);
  }
  const picture = new PhotonImage(pixels, width, height);
  try {
    if (type === 'image/jpeg') return Buffer.from(picture.get_bytes_jpeg(80));
    return Buffer.from(type === 'image/webp' ? picture.get_bytes_webp() : picture.get_bytes());
  } finally {
    picture.free();
  }
}
