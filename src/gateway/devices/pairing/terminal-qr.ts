import { qrModules } from '../../../platform/lib/qr/qr.ts';

/** In modules. Phones scan with less than the 4 of the standard. */
const QUIET_ZONE = 2;
/** Black on white in every colour scheme: phones need this contrast. */
const COLOURS = '\x1b[38;5;16;48;5;231m';
const RESET = '\x1b[0m';

export interface TerminalQr {
  /** In columns. */
  width: number;
  lines: string[];
}

/** Two modules per character, one above the other. */
export function drawQr(code: string): TerminalQr {
  const modules = qrModules(code, 'L');
  const width = modules.size + 2 * QUIET_ZONE;
  const isDark = (row: number, column: number) => modules.isDark(row - QUIET_ZONE, column - QUIET_ZONE);
  const lines: string[] = [];
  for (let row = 0; row < width; row += 2) {
    let text = '';
    for (let column = 0; column < width; column += 1) {
      text += blockOf(isDark(row, column), isDark(row + 1, column));
    }
    lines.push(`${COLOURS}${text}${RESET}`);
  }
  return { width, lines };
}

function blockOf(upper: boolean, lower: boolean): string {
  if (upper) return lower ? '█' : '▀';
  return lower ? '▄' : ' ';
}
