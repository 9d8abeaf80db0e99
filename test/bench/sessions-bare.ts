import { join } from 'node:path';
import { makeCacheableSignalKeyStore, makeWASocket, useMultiFileAuthState, WA_CERT_DETAILS } from 'baileys';
import { pino } from 'pino';
import { type Measured, measure, type SessionsJob, scan } from './sessions-job.ts';

/** The client alone, as its documentation shows it: credentials and keys in files, no code of Kurir. */
const job = JSON.parse(process.argv[2] ?? '{}') as SessionsJob; // written by our own benchmark
const logger = pino({ level: 'silent' });
const WAVE = 25;
for (const level of ['info', 'warn', 'log'] as const) console[level] = () => {};
WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(job.trustRoot, 'base64');

/** Opens a session; resolves when it is connected. A new one is paired first. */
async function open(index: number): Promise<void> {
  const { state, saveCreds } = await useMultiFileAuthState(join(job.folder, `bare-${index}`));
  const { promise, resolve } = Promise.withResolvers<void>();
  const connect = () => {
    const sock = makeWASocket({
      waWebSocketUrl: job.whatsappUrl,
      auth: { creds: state.creds, keys: makeCacheableSignalKeyStore(state.keys, logger) },
      logger,
      markOnlineOnConnect: false,
      shouldSyncHistoryMessage: () => false,
    });
    sock.ev.on('creds.update', saveCreds);
    sock.ev.on('connection.update', ({ connection, qr }) => {
      if (qr) void scan(job, index, qr);
      if (connection === 'open') resolve();
      if (connection === 'close') connect();
    });
  };
  connect();
  await promise;
}

await open(0);
const before = await measure();
// In waves, as our sessions process does: what is open at once decides how far the heap grows.
for (let first = 1; first < job.count; first += WAVE) {
  const wave = Array.from({ length: Math.min(WAVE, job.count - first) }, (_, n) => open(first + n));
  await Promise.all(wave);
}
const after = await measure();
process.stdout.write(`${JSON.stringify({ before, after } satisfies Measured)}\n`, () => process.exit(0));
