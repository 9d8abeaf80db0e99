import { encodePng } from '../../../platform/lib/png.ts';
import {
  DOTS_PER_INCH,
  darkRuns,
  drawQrPng,
  type QrModules,
  QUIET_ZONE,
  qrLayout,
  qrModules,
} from '../../../platform/lib/qr/qr.ts';
import type { Logo } from './logo.ts';
import type { LogoPicture } from './logo-limits.ts';

/** Pixels per side: 2 cm to 35 cm at 300 dpi. */
export const QR_SIZES = { smallest: 256, largest: 4_096 } as const;
/** In UTF-8. Longer texts need modules too small for a photograph of print. */
const MAX_URL_BYTES = 300;

/**
 * Of the area, with white margin: at level H as safe as level Q without a logo. Measured: at level
 * Q, or with 15 %, a stain of another 6 % breaks most codes.
 */
const LOGO_SHARE = 0.1;
/** White modules around a logo. */
const LOGO_MARGIN = 1;
/** In pixels. */
const SVG_LOGO_SIDE = 512;

/** In modules, in the middle of the code. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** For 300 dpi. One bit per pixel; colour with a logo. RangeError for URL or size; LogoRefused. */
export async function qrPng(
  url: string,
  { size, logo }: { size: number; logo?: Logo | undefined },
): Promise<Buffer> {
  if (!Number.isInteger(size) || size < QR_SIZES.smallest || size > QR_SIZES.largest) {
    throw new RangeError(`A QR code has ${QR_SIZES.smallest} to ${QR_SIZES.largest} pixels per side.`);
  }
  const modules = modulesOf(url, logo);
  if (!logo) return drawQrPng(modules, size);
  const { scale } = qrLayout(modules, size);
  return drawWithLogo(modules, size, await logo(logoSide(modules) * scale));
}

/**
 * One path over white, in modules, without size; the logo as PNG. RangeError for the URL;
 * LogoRefused.
 */
export async function qrSvg(url: string, { logo }: { logo?: Logo | undefined } = {}): Promise<string> {
  const modules = modulesOf(url, logo);
  const side = modules.size + 2 * QUIET_ZONE;
  const picture = logo && (await logo(SVG_LOGO_SIDE));
  const box = picture && boxOf(modules, picture, SVG_LOGO_SIDE / logoSide(modules));
  const image = picture && box ? await svgImage(picture, box) : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<rect width="${side}" height="${side}" fill="#fff"/>` +
    `<path d="${pathOf(box ? cleared(modules, box) : modules)}" fill="#000"/>${image}</svg>\n`
  );
}

/** Level H restores the codewords under a logo. */
function modulesOf(url: string, logo: Logo | undefined): QrModules {
  if (Buffer.byteLength(url) > MAX_URL_BYTES) {
    throw new RangeError(`A QR code takes a URL of at most ${MAX_URL_BYTES} bytes.`);
  }
  return qrModules(url, logo ? 'H' : 'Q');
}

function pathOf(modules: QrModules): string {
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (const [column, length] of darkRuns(modules, row)) {
      path += `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h${length}v1h-${length}z`;
    }
  }
  return path;
}

/** Modules per side. Odd like the code: whole modules. */
function logoSide({ size }: QrModules): number {
  const side = Math.floor(Math.sqrt(LOGO_SHARE) * size);
  return (side % 2 === 0 ? side - 1 : side) - 2 * LOGO_MARGIN;
}

/** With its margin. `scale`: pixels per module. */
function boxOf(modules: QrModules, picture: LogoPicture, scale: number): Box {
  const odd = (pixels: number) => {
    const length = Math.ceil(pixels / scale) + 2 * LOGO_MARGIN;
    return length % 2 === 0 ? length + 1 : length;
  };
  const [width, height] = [odd(picture.width), odd(picture.height)];
  return { left: (modules.size - width) / 2, top: (modules.size - height) / 2, width, height };
}

function cleared(modules: QrModules, { left, top, width, height }: Box): QrModules {
  const isInside = (row: number, column: number) =>
    row >= top && row < top + height && column >= left && column < left + width;
  return {
    size: modules.size,
    isDark: (row, column) => !isInside(row, column) && modules.isDark(row, column),
  };
}

async function svgImage(picture: LogoPicture, box: Box): Promise<string> {
  const { width, height, rgb } = picture;
  const png = await encodePng({ width, height, pixels: 'colour', dotsPerInch: DOTS_PER_INCH }, (y) =>
    rgb.subarray(y * width * 3, (y + 1) * width * 3),
  );
  const [x, y] = [box.left + QUIET_ZONE + LOGO_MARGIN, box.top + QUIET_ZONE + LOGO_MARGIN];
  const [w, h] = [box.width - 2 * LOGO_MARGIN, box.height - 2 * LOGO_MARGIN];
  // preserveAspectRatio centres by default.
  return (
    `<image x="${x}" y="${y}" width="${w}" height="${h}" ` +
    `href="data:image/png;base64,${png.toString('base64')}"/>`
  );
}

function drawWithLogo(whole: QrModules, size: number, picture: LogoPicture): Promise<Buffer> {
  const { scale, start } = qrLayout(whole, size);
  const modules = cleared(whole, boxOf(whole, picture, scale));
  const middle = start + (whole.size * scale) / 2;
  const left = Math.round(middle - picture.width / 2);
  const top = Math.round(middle - picture.height / 2);
  const hasLogo = (y: number) => y >= top && y < top + picture.height;
  return encodePng({ width: size, height: size, pixels: 'colour', dotsPerInch: DOTS_PER_INCH }, (y) => {
    if (y > 0 && (y - start) % scale !== 0 && !hasLogo(y) && !hasLogo(y - 1)) return null;
    const row = new Uint8Array(size * 3).fill(0xff);
    for (const [column, length] of darkRuns(modules, Math.floor((y - start) / scale))) {
      row.fill(0, (start + column * scale) * 3, (start + (column + length) * scale) * 3);
    }
    if (hasLogo(y)) {
      const from = (y - top) * picture.width * 3;
      row.set(picture.rgb.subarray(from, from + picture.width * 3), left * 3);
    }
    return row;
  });
}
