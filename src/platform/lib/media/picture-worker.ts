import { readFileSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { PhotonImage, resize, SamplingFilter } from '@cf-wasm/photon';
import { imageSize } from 'image-size';
import { MAX_PIXELS, MOST_PIXELS, type PictureAnswer, type PictureRequest } from './picture-limits.ts';
import { plainPng } from './plain-png.ts';

const QUALITY = { small: 75, whole: 90 };

parentPort?.on('message', (request: PictureRequest) => {
  let made: PictureAnswer | null = null;
  try {
    made = make(request);
  } catch {
    // The answer tells the failure.
  }
  parentPort?.postMessage(made);
});

/** Null: too many pixels for memory. */
function make({ source, target, maxSide, format }: PictureRequest): PictureAnswer | null {
  const bytes = readFileSync(source);
  const { width, height } = imageSize(bytes);
  if (width * height > MAX_PIXELS) return width * height > MOST_PIXELS ? 'bomb' : null;
  const whole = PhotonImage.new_from_byteslice(plainPng(bytes));
  const picture = maxSide === null ? whole : shrunk(whole, maxSide);
  const asJpeg = format === 'fitting' ? !hasTransparency(picture) : format === 'jpeg';
  const quality = maxSide === null ? QUALITY.whole : QUALITY.small;
  writeFileSync(target, asJpeg ? picture.get_bytes_jpeg(quality) : picture.get_bytes(), {
    flag: 'wx',
    mode: 0o600,
  });
  picture.free();
  return asJpeg ? 'image/jpeg' : 'image/png';
}

function shrunk(whole: PhotonImage, maxSide: number): PhotonImage {
  const scale = Math.min(1, maxSide / Math.max(whole.get_width(), whole.get_height()));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  const small = resize(whole, side(whole.get_width()), side(whole.get_height()), SamplingFilter.Triangle);
  whole.free();
  return small;
}

function hasTransparency(picture: PhotonImage): boolean {
  const pixels = picture.get_raw_pixels();
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true;
  return false;
}
