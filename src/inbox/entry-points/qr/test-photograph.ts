import { PhotonImage } from '@cf-wasm/photon';
import { seededRandom } from '../../../assistant/brain/random.ts';

/** Shades from 0 (black) to 255, of a square picture. */
export interface Print {
  size: number;
  shades: Uint8ClampedArray;
}

/** How a phone sees a printed code. Each field may be left out: then that fault is absent. */
export interface Faults {
  /** Side of the photograph in pixels; the print fills four fifths of it. */
  side?: number;
  /** In degrees: turned in the plane of the print, and tilted to the side and backwards. */
  turned?: number;
  tilted?: [sideways: number, backwards: number];
  /** Standard deviation in pixels of the photograph. */
  blur?: number;
  /** Shades of black ink and of white paper. */
  contrast?: [black: number, white: number];
  /** Light at the darkest corner, as a share of the light at the brightest. */
  shade?: number;
  /** Standard deviation in shades. */
  noise?: number;
  /** Quality of a JPEG encoder, 1 to 100. */
  jpeg?: number;
  seed?: number;
}

interface Photograph {
  side: number;
  rgba: Uint8ClampedArray;
}

/** Of the print, in every direction: what a sensor adds up in one pixel. */
const SAMPLES = 3;
/** From the camera to the print, in sides of the print. */
const DISTANCE = 2.2;
const TABLE_SHADE = 120;

/** Prints and photographs a picture. The same arguments give the same photograph. */
export function photograph(print: Print, faults: Faults): Photograph {
  const side = faults.side ?? 640;
  let shades = project(print, side, faults);
  if (faults.blur) shades = blurred(shades, side, faults.blur);
  light(shades, side, faults);
  const rgba = new Uint8ClampedArray(side * side * 4);
  for (const [n, shade] of shades.entries()) rgba.set([shade, shade, shade, 255], n * 4);
  return { side, rgba: faults.jpeg ? throughJpeg(rgba, side, faults.jpeg) : rgba };
}

function project(print: Print, side: number, { turned = 0, tilted = [0, 0] }: Faults): Float32Array {
  const shades = new Float32Array(side * side);
  const find = rayFinder(turned, tilted);
  const step = 1 / SAMPLES;
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      let sum = 0;
      for (let n = 0; n < SAMPLES * SAMPLES; n += 1) {
        const dx = ((n % SAMPLES) + 0.5) * step;
        const dy = (Math.floor(n / SAMPLES) + 0.5) * step;
        const [u, v] = find(((x + dx) / side - 0.5) / 0.8, ((y + dy) / side - 0.5) / 0.8);
        sum += shadeAt(print, u + 0.5, v + 0.5);
      }
      shades[y * side + x] = sum * step * step;
    }
  }
  return shades;
}

/** From a point of the photograph to the point of the print, both with the origin in the centre. */
function rayFinder(turned: number, [sideways, backwards]: [number, number]) {
  const directionOf = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return [Math.cos(angle), Math.sin(angle)] as const;
  };
  const [ca, sa] = directionOf(turned);
  const [cb, sb] = directionOf(sideways);
  const [cc, sc] = directionOf(backwards);
  // The two directions of the print in space, after turning, then tilting.
  const right = [cb * ca, cc * sa + sc * sb * ca, sc * sa - cc * sb * ca] as const;
  const down = [-cb * sa, cc * ca - sc * sb * sa, sc * ca + cc * sb * sa] as const;
  return (x: number, y: number): [number, number] => {
    // x = (u right.x + v down.x) / (1 + z / distance), likewise y: two linear equations.
    const m = [right[0] - (x * right[2]) / DISTANCE, down[0] - (x * down[2]) / DISTANCE] as const;
    const n = [right[1] - (y * right[2]) / DISTANCE, down[1] - (y * down[2]) / DISTANCE] as const;
    const determinant = m[0] * n[1] - m[1] * n[0];
    return [(x * n[1] - y * m[1]) / determinant, (y * m[0] - x * n[0]) / determinant];
  };
}

function shadeAt({ size, shades }: Print, u: number, v: number): number {
  if (u < 0 || v < 0 || u >= 1 || v >= 1) return TABLE_SHADE;
  return shades[Math.floor(v * size) * size + Math.floor(u * size)] ?? TABLE_SHADE;
}

function blurred(shades: Float32Array, side: number, sigma: number): Float32Array {
  const radius = Math.ceil(sigma * 3);
  const kernel = Array.from({ length: 2 * radius + 1 }, (_, n) =>
    Math.exp(-((n - radius) ** 2) / (2 * sigma ** 2)),
  );
  const total = kernel.reduce((sum, weight) => sum + weight, 0);
  const along = (from: Float32Array, stepX: number, stepY: number) => {
    const to = new Float32Array(from.length);
    for (let n = 0; n < from.length; n += 1) {
      const [x, y] = [n % side, Math.floor(n / side)];
      for (let k = -radius; k <= radius; k += 1) {
        const sx = Math.min(side - 1, Math.max(0, x + k * stepX));
        const sy = Math.min(side - 1, Math.max(0, y + k * stepY));
        to[n] = (to[n] ?? 0) + ((from[sy * side + sx] ?? 0) * (kernel[k + radius] ?? 0)) / total;
      }
    }
    return to;
  };
  return along(along(shades, 1, 0), 0, 1);
}

function light(shades: Float32Array, side: number, faults: Faults): void {
  const { contrast: [black, white] = [0, 255], shade = 1, noise = 0, seed = 1 } = faults;
  const random = normal(seed);
  shades.forEach((value, n) => {
    const across = ((n % side) + Math.floor(n / side)) / (2 * side);
    const lit = (black + ((white - black) * value) / 255) * (1 - (1 - shade) * across);
    shades[n] = lit + (noise ? noise * random() : 0);
  });
}

/** Normally distributed numbers, by Box and Muller. */
function normal(seed: number): () => number {
  const random = seededRandom(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function throughJpeg(rgba: Uint8ClampedArray, side: number, quality: number): Uint8ClampedArray {
  const picture = new PhotonImage(new Uint8Array(rgba.buffer), side, side);
  const lossy = PhotonImage.new_from_byteslice(picture.get_bytes_jpeg(quality));
  const pixels = new Uint8ClampedArray(lossy.get_raw_pixels());
  picture.free();
  lossy.free();
  return pixels;
}
