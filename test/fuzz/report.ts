import type { Finding } from './campaign.ts';
import type { Request } from './request.ts';
import type { Tally } from './tally.ts';

/** Longer bodies are not printed. The seed reproduces them. */
const PRINTED_BODY = 2000;
const PRINTED_DETAIL = 600;
const SURPRISES = 15;

/** The figures of a run as lines of text. */
export function describeTally(tally: Tally, seconds: number): string {
  const rows = [...tally.rows].map(([name, row]) => [
    name,
    String(row.requests),
    share(row.granted, row.requests),
    share(row.goodGranted, row.good),
    inOrder(row.statuses),
  ]);
  const slowest = tally.slowest.map(
    ({ ms, request, status }) => `  ${ms.toFixed(0).padStart(6)} ms  ${status}  ${request}`,
  );
  const surprises = [...tally.surprises].sort(([, a], [, b]) => b - a).slice(0, SURPRISES);
  const perSecond = Math.round(tally.requests / seconds);
  return [
    table([['operation', 'requests', '2xx', '2xx of good ones', 'answers'], ...rows]),
    '',
    `${tally.requests} requests in ${seconds.toFixed(1)} s (${perSecond}/s): ${inOrder(tally.statuses)}`,
    'slowest answers:',
    ...slowest,
    ...(surprises.length === 0
      ? []
      : ['allowed by the schema, refused with field errors (rules outside the schema):']),
    ...surprises.map(([text, count]) => `  ${String(count).padStart(6)}  ${text}`),
  ].join('\n');
}

/** A finding with everything that reproduces it. */
export function describeFinding(finding: Finding): string {
  const { promise, detail, request, answer, seed, index, times } = finding;
  const name = request.operation?.name ?? 'no operation';
  const shown =
    typeof answer === 'string' ? answer : `${answer.status} ${cut(answer.body.toString(), PRINTED_DETAIL)}`;
  return [
    `VIOLATION  ${promise}  [${name}, ${request.flavour}, ${times} times]`,
    `  ${cut(detail, PRINTED_DETAIL)}`,
    `  ${reproduce(request).replaceAll('\n', '\n  ')}`,
    `  -> ${shown}`,
    `  npm run fuzz -- --seed ${seed} --requests ${index + 1} --concurrency 1`,
  ].join('\n');
}

/** The request as a shell command. $KURIR_API_KEY is the key. */
export function reproduce({ method, target, lines, body, framing }: Request): string {
  const headers = lines.map((line) => `-H ${quoted(line.replace(/kurir_\w{11}_\w{27}/g, '$KURIR_API_KEY'))}`);
  const url = `"$KURIR_URL"${quoted(target)}`;
  const command = ['curl -sS --path-as-is', `-X ${method}`, url, ...headers].join(' ');
  const note = framing === 'length' ? '' : `  # framing: ${framing}`;
  if (body.length === 0) return command + note;
  if (body.length > PRINTED_BODY)
    return `${command} --data-binary @body${note}  # ${body.length} bytes: ${cut(printable(body), 200)}`;
  const isPlain = /^[\x20-\x7e]*$/.test(body.toString('latin1'));
  return isPlain
    ? `${command} --data-binary ${quoted(body.toString())}${note}`
    : `printf ${quoted(printable(body))} | ${command} --data-binary @-${note}`;
}

/** For printf: other bytes than ASCII in octal. */
function printable(bytes: Buffer): string {
  return [...bytes]
    .map((byte) => {
      if (byte === 0x25) return '%%';
      if (byte === 0x5c) return '\\\\';
      return byte >= 0x20 && byte < 0x7f
        ? String.fromCharCode(byte)
        : `\\${byte.toString(8).padStart(3, '0')}`;
    })
    .join('');
}

function quoted(text: string): string {
  if (text.startsWith('Authorization') && text.includes('$')) return `"${text}"`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}... (${text.length})`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}

function inOrder(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} x ${count}`)
    .join(', ');
}

function table(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 || column === row.length - 1
            ? cell.padEnd(widths[column] ?? 0)
            : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
