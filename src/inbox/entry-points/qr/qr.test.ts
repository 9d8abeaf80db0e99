import { PhotonImage } from '@cf-wasm/photon';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { pictureOf } from '../../../../test/harness/pictures.ts';
import { openLogoReader } from './logo.ts';
import { qrPng, qrSvg } from './qr.ts';
import { type Faults, type Print, photograph } from './test-photograph.ts';

const URL = 'https://wa.toko-sinar.example/l/promo-lebaran';
const LONGEST = URL.padEnd(300, '-a7K2');

const logos = openLogoReader();
afterAll(() => logos.close());
const square = logos.logoOf(await pictureOf('image/jpeg', 300, 300));
const wide = logos.logoOf(await pictureOf('image/webp', 400, 90));

function readRgba(rgba: Uint8ClampedArray, side: number): string | undefined {
  return jsqr.default(rgba, side, side, { inversionAttempts: 'dontInvert' })?.data;
}

/** Larger pictures lose whole pixels first, as in a camera of few pixels. */
function readPng(png: Buffer): string | undefined {
  const { size, shades } = printOf(png, Math.max(1, Math.floor(widthOf(png) / 512)));
  return readRgba(greyOf(shades), size);
}

function greyOf(shades: Uint8ClampedArray): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray(shades.length * 4);
  for (const [n, shade] of shades.entries()) rgba.fill(shade, n * 4, n * 4 + 3);
  return rgba;
}

function printOf(png: Buffer, step = 1): Print {
  const picture = PhotonImage.new_from_byteslice(png);
  const [width, data] = [picture.get_width(), picture.get_raw_pixels()];
  picture.free();
  const size = Math.floor(width / step);
  const shades = new Uint8ClampedArray(size * size);
  for (let n = 0; n < shades.length; n += 1) {
    const at = (Math.floor(n / size) * step * width + (n % size) * step) * 4;
    shades[n] = 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0);
  }
  return { size, shades };
}

const widthOf = (png: Buffer) => chunkOf(png, 'IHDR').readUInt32BE(0);

/** The content of a chunk. */
function chunkOf(png: Buffer, type: string): Buffer {
  const at = png.indexOf(type, 0, 'latin1');
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
}

test.each([
  [256, URL],
  [257, LONGEST],
  [512, LONGEST],
  [1_000, URL],
  [2_048, LONGEST],
  [4_096, URL],
])('a code of %d pixels is read, with and without a logo', async (size, url) => {
  const plain = await qrPng(url, { size });
  const withLogo = await qrPng(url, { size, logo: square });

  expect([readPng(plain), readPng(withLogo)]).toEqual([url, url]);
  expect([plain, withLogo].map(widthOf)).toEqual([size, size]);
});

test('a code without a logo is a small file of one bit per pixel, for 300 dpi', async () => {
  const png = await qrPng(LONGEST, { size: 4_096 });

  expect(png.length).toBeLessThan(16 * 1024);
  expect([...chunkOf(png, 'IHDR').subarray(8, 10)]).toEqual([1, 0]);
  expect(chunkOf(png, 'pHYs').toString('hex')).toBe('00002e2300002e2301');
});

test('modules have whole pixels, and 4 of them are white on each side', async () => {
  const size = 700;
  const { shades } = printOf(await qrPng(URL, { size }));

  // A finder pattern is the first dark part of a code, 7 modules wide.
  const first = shades.indexOf(0);
  const [left, top] = [first % size, Math.floor(first / size)];
  const finder = shades.indexOf(255, first) - first;
  const scale = finder / 7;
  expect(Number.isInteger(scale)).toBe(true);
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(4 * scale);
  for (let y = top; y < size - top; y += 1) {
    for (let x = left; x < size - left; x += 1) {
      const [column, row] = [Math.floor((x - left) / scale), Math.floor((y - top) / scale)];
      const corner = (top + row * scale) * size + left + column * scale;
      if (shades[y * size + x] !== shades[corner]) throw new Error(`the module at ${column}, ${row} is torn`);
    }
  }
});

test.each<[string, Faults]>([
  ['out of focus', { blur: 2.2 }],
  ['from the side', { tilted: [32, 0] }],
  ['from below, turned', { tilted: [10, 28], turned: 17 }],
  ['upside down', { turned: 180 }],
  ['in faded ink on grey paper', { contrast: [90, 180], noise: 2 }],
  ['half in the shade', { shade: 0.35 }],
  ['in the dark, full of noise', { contrast: [20, 100], noise: 4 }],
  ['sent on through a messenger', { jpeg: 12 }],
  [
    'with all of these a little',
    { tilted: [16, 10], turned: 9, blur: 1.1, contrast: [70, 180], shade: 0.65, noise: 5, jpeg: 50 },
  ],
])('a printed code is read from a photograph taken %s', async (_, faults) => {
  const prints = [await qrPng(URL, { size: 600 }), await qrPng(URL, { size: 600, logo: wide })].map((png) =>
    printOf(png),
  );

  const texts = prints.map((print) => {
    const { side, rgba } = photograph(print, { side: 420, ...faults });
    return readRgba(rgba, side);
  });

  expect(texts).toEqual([URL, URL]);
});

test('a stain on another 6 % of the code does not hide the URL behind a logo', async () => {
  const print = printOf(await qrPng(URL, { size: 450, logo: square }));
  const start = print.shades.indexOf(0) % print.size;
  const side = Math.round((print.size - 2 * start) * 0.245);

  const texts = ['right', 'below'].map((place) => {
    const far = print.size - start - side;
    const middle = Math.round((print.size - side) / 2);
    const [left, top] = place === 'right' ? [far, middle] : [middle, far];
    const stained = print.shades.map((shade, n) => {
      const [x, y] = [n % print.size, Math.floor(n / print.size)];
      return x >= left && x < left + side && y >= top && y < top + side ? 255 : shade;
    });
    return readRgba(greyOf(stained), print.size);
  });

  expect(texts).toEqual([URL, URL]);
});

/** Draws the only path of our SVG, 6 pixels per unit. */
function rasterised(svg: string): { rgba: Uint8ClampedArray; side: number } {
  const units = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const side = units * 6;
  const rgba = new Uint8ClampedArray(side * side * 4).fill(255);
  const [, path = ''] = /<path d="([^"]+)"/.exec(svg) ?? [];
  expect(path.replaceAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g, '')).toBe('');
  for (const [, column, row, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let y = Number(row) * 6; y < (Number(row) + 1) * 6; y += 1) {
      const left = Number(column) * 6;
      for (let x = left; x < left + Number(length) * 6; x += 1)
        rgba.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return { rgba, side };
}

test.each([
  ['short', URL],
  ['long', LONGEST],
])('the SVG of a %s URL is one path that is read', async (_, url) => {
  const svg = await qrSvg(url);

  const { rgba, side } = rasterised(svg);
  expect(readRgba(rgba, side)).toBe(url);
  expect(svg.match(/<\w+/g)).toEqual(['<svg', '<rect', '<path']);
  expect(svg).toMatch(/^<svg [^>]*shape-rendering="crispEdges">/);
});

test('the SVG with a logo leaves its box white, and embeds the logo as a new PNG', async () => {
  const svg = await qrSvg(URL, { logo: wide });

  const { rgba, side } = rasterised(svg);
  expect(readRgba(rgba, side)).toBe(URL);
  expect(svg.match(/<\w+/g)).toEqual(['<svg', '<rect', '<path', '<image']);
  const [, data = ''] = /href="data:image\/png;base64,([^"]+)"/.exec(svg) ?? [];
  expect(PNG.sync.read(Buffer.from(data, 'base64'))).toMatchObject({ width: 512, height: 115 });
});

test.each([
  ['tall', 2, 900],
  ['wide', 900, 2],
  ['tiny', 1, 1],
])(
  'a %s logo of %d × %d pixels covers at most a tenth of the code, in its middle',
  async (_, width, height) => {
    const logo = logos.logoOf(await pictureOf('image/png', width, height));

    const svg = await qrSvg(URL, { logo });

    const [x, y, w, h] = ['x', 'y', 'width', 'height'].map((name) =>
      Number(new RegExp(`<image .*?\\b${name}="(\\d+)"`).exec(svg)?.[1]),
    ) as [number, number, number, number];
    const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
    expect([2 * x + w, 2 * y + h]).toEqual([side, side]);
    expect((w + 2) * (h + 2)).toBeLessThanOrEqual(0.1 * (side - 8) ** 2);
    const { rgba, side: pixels } = rasterised(svg);
    expect(readRgba(rgba, pixels)).toBe(URL);
  },
);

test('transparent parts of a logo are white', async () => {
  const clear = new PNG({ width: 20, height: 20 });
  const png = await qrPng(URL, { size: 512, logo: logos.logoOf(PNG.sync.write(clear)) });

  const { size, shades } = printOf(png);
  expect(shades[(size * size + size) / 2]).toBe(255);
});

/** A header that announces 60,000 × 60,000 pixels. */
function bomb(): Buffer {
  const png = PNG.sync.write(new PNG({ width: 1, height: 1 }));
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  return png;
}

test.each<[string, Uint8Array, RegExp]>([
  ['too many pixels', bomb(), /more than 4 million pixels/],
  ['broken', Buffer.from('\x89PNG\r\n\x1a\n broken', 'latin1'), /cannot be read/],
  ['cut off', PNG.sync.write(new PNG({ width: 900, height: 900 })).subarray(0, 900), /cannot be read/],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), /JPEG, PNG or WebP/],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00', 'latin1'), /JPEG, PNG or WebP/],
  ['empty', new Uint8Array(), /JPEG, PNG or WebP/],
  ['too large', new Uint8Array(1024 * 1024 + 1), /larger than 1 MiB/],
])('a logo that is %s is refused, and the next one is drawn', async (_, bytes, message) => {
  await expect(qrPng(URL, { size: 256, logo: logos.logoOf(bytes) })).rejects.toThrow(message);
  await expect(logos.check(bytes)).rejects.toMatchObject({
    name: 'LogoRefused',
    message: expect.stringMatching(message),
  });

  expect(readPng(await qrPng(URL, { size: 256, logo: square }))).toBe(URL);
});

test('a logo that takes too long to read is refused', async () => {
  const hasty = openLogoReader(1);
  onTestFinished(() => hasty.close());
  const large = PNG.sync.write(new PNG({ width: 1_900, height: 1_900 }));

  await expect(hasty.check(large)).rejects.toThrow(/cannot be read/);
});

test.each([
  ['a size below 256', URL, 255],
  ['a size above 4,096', URL, 4_097],
  ['half a pixel', URL, 512.5],
  ['a URL of more than 300 bytes', `${LONGEST}é`, 512],
])('%s is refused', async (_, url, size) => {
  await expect(qrPng(url, { size })).rejects.toThrow(RangeError);
});
