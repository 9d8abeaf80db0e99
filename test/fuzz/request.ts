import { type Call, UNIQUE } from './calls.ts';
import type { ApiDocument, Operation } from './document.ts';
import {
  type Framing,
  type KeyKind,
  keyLines,
  REFUSED_KEYS,
  STRAY_TARGETS,
  WRONG_SPELLINGS,
} from './hostile-http.ts';
import { BYTE_CHANGES } from './hostile-values.ts';
import { idsIn, type LookUp, writeJson } from './json-text.ts';

/** Node refuses a longer header. */
const MAX_HEAD = 16 * 1024;
/** Requests up to this number of bytes are sometimes sent in pieces. */
const MAX_CUT = 3000;
const PIECE = 40;
const LEAVES_WAITING: ReadonlySet<Framing> = new Set([
  'declares more',
  'unfinished chunk',
  'huge length',
] as const);
const NOT_IN_A_TARGET = /[^\x21-\x7e]/;

/** A request as bytes, with what is known about the right answer. */
export interface Request {
  flavour: Call['flavour'];
  /** Null for an unknown address or method. */
  operation: Operation | null;
  method: string;
  target: string;
  lines: string[];
  body: Buffer;
  framing: Framing;
  mayBreak: boolean;
  /** null: any answer is possible. */
  key: KeyKind;
  keyStatus: number | null;
  /** It refers to a resource of another account. */
  isForeign: boolean;
  /** The parsed body, if it has only one meaning. */
  json: unknown;
}

/** What a call needs when it is sent. */
export interface SendContext {
  keyOf(kind: KeyKind): string | null;
  lookUp(kind: KeyKind, call: Pick<Call, 'method' | 'operation'>, place: 'path' | 'body'): LookUp;
  /** A unique text. */
  uniqueText(): string;
}

/** Fills in ids, keys and unique texts. */
export function prepare(document: ApiDocument, call: Call, moment: SendContext): Request {
  const { kind, spelling } = call.key;
  // One owner for the whole path: a delivery belongs to the webhook before it.
  const inPath = moment.lookUp(kind, call, 'path');
  const path = call.operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const segment = call.segments[name];
    if (!segment) return name;
    if (segment.kind === 'text') return segment.text;
    const written: unknown = JSON.parse(writeJson(segment, inPath));
    return encodeURIComponent(String(written));
  });
  const query = call.query.map(([name, value]) => `${name}=${value}`).join('&');
  const right = query === '' ? path : `${path}?${query}`;
  const target = call.stray === null ? right : (STRAY_TARGETS[call.stray]?.(right) ?? right);
  const body = bodyOf(call, moment);
  const known = document.operations.find(
    ({ method, path: template }) =>
      template === call.operation.path && method === (call.method === 'HEAD' ? 'GET' : call.method),
  );
  const ids = [...Object.values(call.segments), ...(call.body ? [call.body] : [])].flatMap(idsIn);
  return {
    flavour: call.flavour,
    operation: call.stray === null ? (known ?? null) : null,
    method: call.method,
    target,
    lines: [
      ...keyOf(call, moment),
      ...call.lines.map((line) => line.replace(UNIQUE, () => moment.uniqueText())),
      ...(call.contentType === null || (body.length === 0 && call.body === null)
        ? []
        : [`Content-Type: ${call.contentType}`]),
    ],
    body,
    framing: call.framing,
    mayBreak: call.mayBreak || spelling === 'huge' || NOT_IN_A_TARGET.test(target),
    key: kind,
    keyStatus: keyStatus(call),
    isForeign:
      ['valid', 'headers', 'framing'].includes(call.flavour) && ids.some(({ whose }) => whose === 'foreign'),
    json: jsonIn(call, body),
  };
}

function keyOf({ key: { kind, spelling } }: Call, moment: SendContext): string[] {
  const key = moment.keyOf(kind);
  return key === null ? [] : keyLines(key, spelling);
}

function keyStatus({ operation, key: { kind, spelling } }: Call): number | null {
  if (operation.open || spelling === 'twice') return null;
  return WRONG_SPELLINGS.has(spelling) ? 401 : (REFUSED_KEYS[kind] ?? null);
}

function bodyOf(call: Call, moment: SendContext): Buffer {
  if (call.body === null) return Buffer.alloc(0);
  const text = writeJson(call.body, moment.lookUp(call.key.kind, call, 'body'));
  const change = call.change && BYTE_CHANGES[call.change.index];
  return change ? change(text, call.change?.n ?? 0) : Buffer.from(text);
}

/** The meaning of repeated keys and of broken framing is undefined. */
function jsonIn(call: Call, body: Buffer): unknown {
  if (!['valid', 'broken body'].includes(call.flavour) || call.body === null) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** The bytes of the request in pieces, and the state of the connection after them. */
export function bytesOf(request: Request): { pieces: Buffer[]; last: boolean; half: boolean } {
  const { method, target, lines, body, framing, mayBreak } = request;
  const { framingLines, payload } = framed(body, framing, method);
  const start = `${method} ${target} HTTP/1.1`;
  const head = [start, 'Host: 127.0.0.1', ...lines, ...framingLines, '', ''].join('\r\n');
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), payload]);
  const ending = {
    // After an upgrade that it declined, Node leaves broken requests without an answer until they time out.
    last: mayBreak || head.length > MAX_HEAD || lines.some((line) => line.startsWith('Upgrade')),
    half: LEAVES_WAITING.has(framing) || lines.some((line) => line.startsWith('Transfer-Encoding')),
  };
  if (framing !== 'pieces' || bytes.length > MAX_CUT) return { pieces: [bytes], ...ending };
  const cuts = Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, n) => n * PIECE);
  return { pieces: cuts.map((cut) => bytes.subarray(cut, cut + PIECE)), ...ending };
}

function framed(body: Buffer, framing: Framing, method: string): { framingLines: string[]; payload: Buffer } {
  const sized = (...lengths: (number | string)[]) => ({
    framingLines: lengths.map((length) => `Content-Length: ${length}`),
    payload: body,
  });
  const chunked = (payload: Buffer) => ({ framingLines: ['Transfer-Encoding: chunked'], payload });
  switch (framing) {
    case 'length':
    case 'pieces':
      return body.length === 0 && method !== 'POST'
        ? { framingLines: [], payload: body }
        : sized(body.length);
    case 'chunked':
      return chunked(inChunks(body));
    case 'declares more':
      return sized(body.length + 10);
    case 'declares less':
      return sized(Math.max(0, body.length - 3));
    case 'length and chunks':
      return {
        framingLines: [`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked'],
        payload: inChunks(body),
      };
    case 'two lengths':
      return sized(body.length, body.length + 1);
    case 'negative length':
      return sized(-1);
    case 'no number':
      return sized('0x10');
    case 'huge length':
      return sized('99999999999999999999');
    case 'bad chunk':
      return chunked(Buffer.from('zz\r\nno size\r\n0\r\n\r\n'));
    case 'unfinished chunk':
      return chunked(Buffer.concat([Buffer.from('fff\r\n'), body]));
    case 'no framing':
      return { framingLines: [], payload: body };
    default:
      return framing satisfies never;
  }
}

function inChunks(body: Buffer): Buffer {
  const cut = Math.floor(body.length / 2);
  const parts = [body.subarray(0, cut), body.subarray(cut)].filter((part) => part.length > 0);
  const written = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from('0\r\n\r\n')]);
}
