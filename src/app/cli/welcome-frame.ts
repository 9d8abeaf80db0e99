import { styleText } from 'node:util';
import { wrapWords } from '../../platform/lib/terminal/cells.ts';
import { plainLine, plainText, type WelcomeLine } from '../processes/welcome-line.ts';

type Style = Parameters<typeof styleText>[0];

const MAX_COLUMNS = 80;
const DEFAULT_COLUMNS = 80;
const STOP = 'Ctrl-C stops Kurir. The next start continues with the same data.';
const STYLES = {
  ready: ['bold', 'green'],
  warning: 'yellow',
  key: ['bold', 'yellow'],
} as const satisfies Record<NonNullable<WelcomeLine['style']>, Style>;

export type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { hasColors?(): boolean };

/** Between two rules on a terminal, without borders, because the user copies lines. */
export function framed(welcome: readonly WelcomeLine[], terminal: Terminal): string {
  if (!terminal.isTTY) return plainText(welcome);
  const columns = Math.min(terminal.columns || DEFAULT_COLUMNS, MAX_COLUMNS);
  const paint = (style: Style, text: string) =>
    terminal.hasColors?.() ? styleText(style, text, { validateStream: false }) : text;
  const rule = paint('gray', '─'.repeat(columns));
  const lines = [...welcome.flatMap(withOwnKey), { text: '' }, { text: STOP }].flatMap((line) =>
    fitted(line, columns).map((part) => (line.style ? paint(STYLES[line.style], part) : part)),
  );
  return `${['', rule, ...lines, rule].join('\n')}\n\n`;
}

/** A narrow terminal would break the key. */
function withOwnKey(line: WelcomeLine): WelcomeLine[] {
  const { text, copy = '', style } = line;
  return style === 'key' ? [{ text }, { text: '' }, { text: '', copy, style }] : [line];
}

/** A copied line break would end a command. */
function fitted(line: WelcomeLine, columns: number): string[] {
  const whole = plainLine(line);
  if (whole.length <= columns) return [whole];
  const { text, copy } = line;
  return [...(text ? wrapWords(text, columns) : []), ...(copy ? [copy] : [])];
}
