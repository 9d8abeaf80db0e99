import { readFileSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { PhotonImage, resize, SamplingFilter } from '@cf-wasm/photon';
import { imageSize } from 'image-size';
import { plainPng } from './plain-png.ts';
import { MAX_PIXELS, MAX_SIDE, type ThumbnailRequest } from './thumbnail-limits.ts';

const JPEG_QUALITY = 75;

parentPort?.on('message', ({ source, target, asJpeg }: ThumbnailRequest) => {
  let isMade = false;
  try {
    isMade = make(source, target, asJpeg);
  } catch {
    // The answer tells the failure.
  }
  parentPort?.postMessage(isMade || null);
});

/** False for a picture with too many pixels: its memory grows with them, however small the file is. */
function make(source: string, target: string, asJpeg: boolean): boolean {
  const bytes = readFileSync(source);
  const { width, height } = imageSize(bytes);
  if (width * height > MAX_PIXELS) return false;
  const picture = PhotonImage.new_from_byteslice(plainPng(bytes));
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.get_width(), picture.get_height()));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  const small = resize(
    picture,
    side(picture.get_width()),
    side(picture.get_height()),
    SamplingFilter.Triangle,
  );
  writeFileSync(target, asJpeg ? small.get_bytes_jpeg(JPEG_QUALITY) : small.get_bytes(), {
    flag: 'wx',
    mode: 0o600,
  });
  picture.free();
  small.free();
  return true;
}
