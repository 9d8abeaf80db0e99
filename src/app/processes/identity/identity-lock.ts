import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, fstatSync, openSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { z } from 'zod';
import { inodeOf } from '../../../platform/lib/folder-process.ts';
import { findUnixListener } from '../../../platform/lib/listener.ts';

export interface Holder {
  pid: number;
  /** Null: no answer, as after SIGSTOP. */
  folder: string | null;
  inode: string | null;
  /** An adopted copy, in place of this id. */
  replaced: boolean;
}

const Facts = z.object({
  pid: z.int().positive(),
  folder: z.string(),
  inode: z.string(),
  replaced: z.boolean(),
});
type Facts = z.infer<typeof Facts>;

const Question = z.object({ nonce: z.string(), proof: z.string() });
const Answer = z.object({ holder: Facts, proof: z.string() });

export interface IdentityLock {
  release(): void;
}

const ANSWER_MS = 2_000;
const RETRIES = 3;
/** More connections are closed. */
export const MAX_QUESTIONS = 16;
const MAX_LINE = 8_192;

/**
 * Holds the id on this machine. Returns another holder, or null without such a lock.
 *
 * An abstract Unix socket, which the kernel frees. Its name is public, so both sides prove that they know the id.
 */
export async function holdIdentity(
  id: string,
  dataDir: string,
  { replaced = false } = {},
): Promise<IdentityLock | Holder | null> {
  if (process.platform !== 'linux') return null;
  for (let attempt = 0; attempt < RETRIES; attempt += 1) {
    const lock = await listen(id, dataDir, replaced);
    if (lock) return lock;
    const holder = await findHolder(id);
    if (holder) return holder;
  }
  return null;
}

/** Null: no gateway proves the id, and no silent process of this user may hold it. A busy gateway is silent. */
export async function findHolder(id: string): Promise<Holder | null> {
  if (process.platform !== 'linux') return null;
  const nonce = randomBytes(16).toString('hex');
  const line = await ask(id, JSON.stringify({ nonce, proof: proofOf(id, `question ${nonce}`) }));
  if (line === null) return findSilentHolder(id);
  const answer = parsed(Answer, line);
  if (!answer || !isEqual(answer.proof, proofOf(id, answerText(nonce, answer.holder)))) return null;
  return answer.holder;
}

/** An original has another folder. A silent process is judged by its open lock. */
export function isGatewayOf(folder: string, { pid, inode }: Holder): boolean {
  const own = inodeOf(folder);
  return inode === null ? own !== null && hasOpen(pid, own) : inode === own;
}

function hasOpen(pid: number, inode: string): boolean {
  try {
    const handles = `/proc/${pid}/fd`;
    return readdirSync(handles).some((handle) => inodeOf(`${handles}/${handle}`) === inode);
  } catch {
    // The process has ended.
    return false;
  }
}

/** Another user could take the name too. */
async function findSilentHolder(id: string): Promise<Holder | null> {
  const pid = await findUnixListener(lockName(id));
  const owner = pid && statSync(`/proc/${pid}`, { throwIfNoEntry: false });
  return owner && owner.uid === process.getuid?.()
    ? { pid, folder: null, inode: null, replaced: false }
    : null;
}

function ask(id: string, question: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(lockName(id));
    const end = (line: string | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(line);
    };
    const timer = setTimeout(end, ANSWER_MS, null);
    socket.once('connect', () => socket.write(`${question}\n`));
    socket.once('error', () => end(null));
    socket.once('close', () => end(null));
    firstLine(socket, end);
  });
}

/** Null: taken, or refused by the system. */
function listen(id: string, dataDir: string, replaced: boolean): Promise<IdentityLock | null> {
  const folder = openSync(dataDir, 'r');
  const server = createServer((socket) =>
    answer(socket, id, () => (server.listening ? describe(folder, replaced) : null)),
  );
  server.maxConnections = MAX_QUESTIONS;
  server.unref();
  return new Promise((resolve) => {
    server.once('error', () => {
      closeSync(folder);
      resolve(null);
    });
    server.listen(lockName(id), () => resolve(lockOf(server, folder)));
  });
}

function lockOf(server: Server, folder: number): IdentityLock {
  return {
    release() {
      if (!server.listening) return;
      server.close();
      closeSync(folder);
    },
  };
}

/** The handle follows a moved folder. */
function describe(folder: number, replaced: boolean): Facts {
  const { dev, ino } = fstatSync(folder, { bigint: true });
  const place = readlinkSync(`/proc/self/fd/${folder}`);
  return { pid: process.pid, folder: place, inode: `${dev}:${ino}`, replaced };
}

function answer(socket: Socket, id: string, holder: () => Facts | null): void {
  const timer = setTimeout(() => socket.destroy(), ANSWER_MS);
  socket.on('error', () => {});
  socket.once('close', () => clearTimeout(timer));
  socket.unref();
  firstLine(socket, (line) => {
    const question = parsed(Question, line);
    const facts = holder();
    const knowsId = question && isEqual(question.proof, proofOf(id, `question ${question.nonce}`));
    if (!knowsId || !facts) return socket.destroy();
    const proof = proofOf(id, answerText(question.nonce, facts));
    socket.end(`${JSON.stringify({ holder: facts, proof })}\n`);
  });
}

/** Another user may send a long line. */
function firstLine(socket: Socket, use: (line: string) => void): void {
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
    const end = text.indexOf('\n');
    if (end >= 0) {
      socket.removeAllListeners('data');
      use(text.slice(0, end));
    } else if (text.length > MAX_LINE) socket.destroy();
  });
}

/** Does not reveal the id. */
export function lockName(id: string): string {
  return `\0kurir-${createHash('sha256').update(`name ${id}`).digest('hex').slice(0, 32)}`;
}

function proofOf(id: string, text: string): string {
  return createHmac('sha256', id).update(text).digest('hex');
}

const answerText = (nonce: string, { pid, folder, inode, replaced }: Facts) =>
  `answer ${JSON.stringify([nonce, pid, folder, inode, replaced])}`;

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function parsed<T extends z.ZodType>(schema: T, line: string): z.infer<T> | null {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
