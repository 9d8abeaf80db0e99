import { create } from 'qrcode';
import { encodePng } from '../png.ts';

/** Unreadable share: L 7 %, M 15 %, Q 25 %, H 30 %. */
export type QrLevel = 'L' | 'M' | 'Q' | 'H';

export interface QrModules {
  size: number;
  isDark(row: number, column: number): boolean;
}

export interface QrLayout {
  /** Side of a module. */
  scale: number;
  start: number;
}

/** In modules: ISO/IEC 18004. */
export const QUIET_ZONE = 4;
export const DOTS_PER_INCH = 300;

/** Throws for texts that fit no code, and for the empty one. */
export function qrModules(text: string, level: QrLevel): QrModules {
  const { modules } = create(text, { errorCorrectionLevel: level });
  const isInside = (n: number) => n >= 0 && n < modules.size;
  return {
    size: modules.size,
    isDark: (row, column) => isInside(row) && isInside(column) && modules.get(row, column) === 1,
  };
}

/** Whole pixels keep edges sharp. RangeError: the code does not fit. */
export function qrLayout(modules: QrModules, size: number): QrLayout {
  const scale = Math.floor(size / (modules.size + 2 * QUIET_ZONE));
  if (scale < 1) throw new RangeError(`A code of ${modules.size} modules does not fit into ${size} pixels.`);
  return { scale, start: Math.floor((size - modules.size * scale) / 2) };
}

/** Dark modules of a row, from left to right. */
export function* darkRuns(modules: QrModules, row: number): Generator<[column: number, length: number]> {
  for (let column = 0; column < modules.size; column += 1) {
    const first = column;
    while (modules.isDark(row, column)) column += 1;
    if (column > first) yield [first, column - first];
  }
}

/** `size` in pixels. RangeError: the code does not fit. */
export function drawQrPng(modules: QrModules, size: number): Promise<Buffer> {
  const { scale, start } = qrLayout(modules, size);
  const shape = { width: size, height: size, pixels: 'black-and-white', dotsPerInch: DOTS_PER_INCH } as const;
  return encodePng(shape, (y) => {
    if (y > 0 && (y - start) % scale !== 0) return null;
    const row = new Uint8Array(Math.ceil(size / 8)).fill(0xff);
    for (const [column, length] of darkRuns(modules, Math.floor((y - start) / scale))) {
      const left = start + column * scale;
      for (let x = left; x < left + length * scale; x += 1) clearBit(row, x);
    }
    return row;
  });
}

function clearBit(row: Uint8Array, x: number): void {
  row[x >> 3] = (row[x >> 3] ?? 0) & ~(0x80 >> (x & 7));
}
