import { parentPort } from 'node:worker_threads';
import { PhotonImage, resize, SamplingFilter } from '@cf-wasm/photon';
import { imageSize } from 'image-size';
import { HEAD_BYTES, mimetypeOf } from '../../../platform/lib/media/formats.ts';
import { plainPng } from '../../../platform/lib/media/plain-png.ts';
import { type LogoAnswer, type LogoRequest, MAX_LOGO_PIXELS } from './logo-limits.ts';

parentPort?.on('message', (request: LogoRequest) => {
  let answer: LogoAnswer | null = null;
  try {
    answer = read(request);
  } catch {
    // Null tells the failure.
  }
  parentPort?.postMessage(answer, answer && 'rgb' in answer ? [answer.rgb.buffer] : []);
});

function read({ bytes, side }: LogoRequest): LogoAnswer {
  if (mimetypeOf('image', Buffer.from(bytes.subarray(0, HEAD_BYTES)), null) === null)
    return { refused: 'type' };
  const announced = imageSize(bytes);
  // Decoders take memory by pixels, not by file size.
  if (announced.width * announced.height > MAX_LOGO_PIXELS) return { refused: 'pixels' };
  const decoded = PhotonImage.new_from_byteslice(plainPng(bytes));
  const [width, height] = [decoded.get_width(), decoded.get_height()];
  // Before scaling: transparent pixels would darken the edges.
  const onWhite = new PhotonImage(overWhite(decoded.get_raw_pixels()), width, height);
  decoded.free();
  const scale = side / Math.max(width, height);
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  const fitted = resize(onWhite, scaled(width), scaled(height), SamplingFilter.Triangle);
  onWhite.free();
  const answer = {
    width: fitted.get_width(),
    height: fitted.get_height(),
    rgb: rgbOf(fitted.get_raw_pixels()),
  };
  fitted.free();
  return answer;
}

function overWhite(rgba: Uint8Array): Uint8Array {
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = (rgba[at + 3] ?? 0) / 255;
    for (let n = at; n < at + 3; n += 1) rgba[n] = Math.round(255 + ((rgba[n] ?? 0) - 255) * alpha);
    rgba[at + 3] = 255;
  }
  return rgba;
}

function rgbOf(rgba: Uint8Array): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3)
    rgb.set(rgba.subarray(from, from + 3), to);
  return rgb;
}
