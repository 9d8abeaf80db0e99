import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';
import { escapeDeceptive } from './printable.ts';

type Entry = Record<string, unknown>;
type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

const LEVELS: Record<number, { label: string; style: Style }> = {
  20: { label: 'debug', style: 'gray' },
  30: { label: 'info ', style: 'green' },
  40: { label: 'warn ', style: 'yellow' },
  50: { label: 'error', style: 'red' },
};
const ERROR = 50;
const ANSWERED = 'http.answered';
const PLACED = new Set(['level', 'time', 'name', 'msg', 'err']);
const PLACED_OF_ANSWER = new Set([...PLACED, 'method', 'route', 'status', 'ms']);
const PLACED_OF_SUCCESS = new Set([...PLACED_OF_ANSWER, 'request_id', 'key_id']);
const MAX_VALUE = 200;
const MAX_STACK_LINES = 20;
const FRAME = /^(\s+at |caused by: )/;

/** One write per entry, because processes share a terminal. */
export function readableLog(sink: DestinationStream, options: { colors: boolean }): DestinationStream {
  const paint: Paint = options.colors
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_, text) => text;
  let last = '';
  let lastText = '';
  let repeats = 0;
  return {
    write(json) {
      const entry = read(json);
      const kind = kindOf(entry);
      if (kind !== '' && kind === last) {
        repeats += 1;
        return;
      }
      const more = repeats > 0 ? `${paint('gray', `         (${repeats} more: ${lastText})`)}\n` : '';
      last = kind;
      lastText = textOf(entry);
      repeats = 0;
      sink.write(more + readableEntry(entry, paint));
    },
  };
}

function read(json: string): Entry {
  try {
    return JSON.parse(json);
  } catch {
    return { msg: json.trimEnd() };
  }
}

/** Repeated entries share a line. */
function kindOf({ msg, method, route, status, account_id, key_id }: Entry): string {
  if (msg === 'database.migrated') return msg;
  const isPoll = msg === ANSWERED && method === 'GET' && Number(status) < 400;
  return isPoll ? JSON.stringify([route, status, account_id, key_id]) : '';
}

function readableEntry(entry: Entry, paint: Paint): string {
  const level = LEVELS[Number(entry.level)];
  const isAnswer = entry.msg === ANSWERED;
  const took = isAnswer ? [`in ${shown(entry.ms)} ms`] : [];
  const parts = [
    paint('gray', localTime(entry.time)),
    level ? paint(level.style, level.label) : 'log  ',
    ...(entry.name && entry.name !== 'main'
      ? [paint('gray', `[${escapeDeceptive(String(entry.name))}]`)]
      : []),
    textOf(entry),
    ...[...took, ...fieldsOf(entry, placedOf(entry))].map((field) => paint('gray', field)),
  ];
  return `${parts.join(' ')}\n${stackOf(entry)
    .map((line) => `${paint('gray', line)}\n`)
    .join('')}`;
}

function placedOf({ msg, status }: Entry): ReadonlySet<string> {
  if (msg !== ANSWERED) return PLACED;
  return Number(status) < 400 ? PLACED_OF_SUCCESS : PLACED_OF_ANSWER;
}

function textOf(entry: Entry): string {
  return entry.msg === ANSWERED ? answerOf(entry) : eventOf(entry);
}

function localTime(time: unknown): string {
  const date = new Date(typeof time === 'string' || typeof time === 'number' ? time : Date.now());
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

function answerOf({ method, route, status }: Entry): string {
  const where = route === undefined ? '(no such route)' : shown(route);
  return `${shown(method)} ${where} ${shown(status)}`;
}

function eventOf({ msg, err }: Entry): string {
  const event = escapeDeceptive(String(msg ?? '')).replaceAll(/(?<=\w)[._](?=\w)/g, ' ');
  const reason = isEntry(err) ? (err.message ?? err.type) : err;
  return reason === undefined || reason === '' ? event : `${event}: ${escapeDeceptive(String(reason))}`;
}

function fieldsOf(entry: Entry, placed: ReadonlySet<string>): string[] {
  const fields = Object.entries(entry).filter(([name]) => !placed.has(name));
  const { code } = isEntry(entry.err) ? entry.err : {};
  if (code !== undefined) fields.push(['code', code]);
  return fields.map(([name, value]) => `${escapeDeceptive(name)}=${shown(value)}`);
}

function stackOf({ level, err }: Entry): string[] {
  if (Number(level) < ERROR || !isEntry(err)) return [];
  return String(err.stack ?? '')
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, MAX_STACK_LINES)
    .map((line) => `         ${escapeDeceptive(line.trim())}`);
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '-');
  const short = text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
  return escapeDeceptive(/\s|^$/.test(short) && typeof value === 'string' ? JSON.stringify(short) : short);
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null;
}
