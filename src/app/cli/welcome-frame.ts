import { styleText } from 'node:util';

const MAX_COLUMNS = 80;
const DEFAULT_COLUMNS = 80;
const STOP = 'Ctrl-C stops Kurir. The next start continues with the same data.\n';

export type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { hasColors?(): boolean };

/** Between two rules on a terminal. No line gets a border, because the user copies lines. Elsewhere: plain text. */
export function framed(welcome: string, terminal: Terminal): string {
  if (!terminal.isTTY) return welcome;
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    terminal.hasColors?.() ? styleText(style, text, { validateStream: false }) : text;
  const rule = paint('gray', '─'.repeat(Math.min(terminal.columns || DEFAULT_COLUMNS, MAX_COLUMNS)));
  const text = welcome
    .replace(/^(?:Kurir is ready).*$/m, (line) => paint(['bold', 'green'], line))
    .replaceAll(/^Warning: .*$/gm, (line) => paint('yellow', line))
    // A narrow terminal would break the key behind its sentence.
    .replace(/: (kurir_\w+)$/m, (_, key) => `:\n\n${paint(['bold', 'yellow'], key)}`);
  return `\n${rule}\n${text}\n${STOP}${rule}\n\n`;
}
