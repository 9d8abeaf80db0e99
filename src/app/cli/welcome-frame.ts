import { styleText } from 'node:util';
import { wrapWords } from '../../lib/terminal/cells.ts';

type Style = Parameters<typeof styleText>[0];

const MAX_COLUMNS = 80;
const DEFAULT_COLUMNS = 80;
const STOP = 'Ctrl-C stops Kurir. The next start continues with the same data.';
/** With the data folder and the whole path of the program, where the command needs them. */
const COMMAND = /(?:KURIR_DATA_DIR=(?:'[^']*'|\S+) )?(?:'[^']*\/kurir'|\S*\/kurir) /;

export type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { hasColors?(): boolean };

/** Between two rules on a terminal. No line gets a border, because the user copies lines. Elsewhere: plain text. */
export function framed(welcome: string, terminal: Terminal): string {
  if (!terminal.isTTY) return welcome;
  const columns = Math.min(terminal.columns || DEFAULT_COLUMNS, MAX_COLUMNS);
  const paint = (style: Style, text: string) =>
    terminal.hasColors?.() ? styleText(style, text, { validateStream: false }) : text;
  const rule = paint('gray', '─'.repeat(columns));
  // A narrow terminal would break the key behind its sentence.
  const lines = `${welcome.replace(/: (kurir_\w+)$/m, ':\n\n$1')}\n${STOP}`.split('\n').flatMap((line) => {
    const style = styleOf(line);
    return fitted(line, columns).map((part) => (style ? paint(style, part) : part));
  });
  return `${['', rule, ...lines, rule].join('\n')}\n\n`;
}

function styleOf(line: string): Style | null {
  if (line.startsWith('Kurir is ready')) return ['bold', 'green'];
  if (line.startsWith('Warning: ')) return 'yellow';
  return /^kurir_\w+$/.test(line) ? ['bold', 'yellow'] : null;
}

/** Breaks a long sentence between words. A command stays one line: a copied line break would end it. */
function fitted(line: string, columns: number): string[] {
  if (line.length <= columns) return [line];
  const start = COMMAND.exec(line)?.index ?? line.length;
  const sentence = line.slice(0, start).trimEnd();
  return [
    ...(sentence ? wrapWords(sentence, columns) : []),
    ...(start < line.length ? [line.slice(start)] : []),
  ];
}
