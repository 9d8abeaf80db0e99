import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { proto } from 'baileys';
import { expect, onTestFinished, test } from 'vitest';
import { CUSTOMER, goOnline, NUMBER, startEconomyBench } from '../../../../test/harness/economy-bench.ts';
import { MemoryHost } from '../../../../test/harness/memory-host.ts';
import type { EconomyOptions } from './driver.ts';

const { MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;
const BY_NUMBER = `${CUSTOMER}@s.whatsapp.net`;

async function online(options: Partial<EconomyOptions> = {}) {
  const bench = await startEconomyBench(options);
  onTestFinished(() => bench.stop());
  const host = new MemoryHost();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  await goOnline(bench, session, host);
  const say = (raw: object) => bench.net.post(CUSTOMER, NUMBER, { raw });
  return { bench, host, session, say, received: host.store.received };
}

/** A text with its secret, as phones send it. */
const withSecret = (conversation: string, secret: Buffer) => ({
  conversation,
  messageContextInfo: { messageSecret: secret.toString('base64') },
});

/** An edit as phones encrypt it: by the secret, and by the addresses of who wrote and who edited the message. */
function sealed(
  { id, secret, author = BY_NUMBER }: { id: string; secret: Buffer; author?: string },
  content: proto.IMessage,
) {
  const key = hkdfSync('sha256', secret, Buffer.alloc(32), `${id}${author}${author}Message Edit`, 32);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), iv);
  const bytes = [cipher.update(proto.Message.encode(content).finish()), cipher.final(), cipher.getAuthTag()];
  const secretEncryptedMessage = {
    targetMessageKey: { remoteJid: BY_NUMBER, fromMe: true, id },
    encPayload: Buffer.concat(bytes).toString('base64'),
    encIv: iv.toString('base64'),
    secretEncType: 'MESSAGE_EDIT',
  };
  return { secretEncryptedMessage };
}

const whole = (id: string, conversation: string) => ({
  protocolMessage: { type: MESSAGE_EDIT, key: { id }, editedMessage: { conversation } },
});

test('an encrypted edit is read, twice, in both forms of its content', async () => {
  const { host, say, received } = await online();
  const secret = randomBytes(32);
  const id = await say(withSecret('Jl. Melati 5', secret));
  await host.until(() => received.length === 1, 'the message');

  const first = await say(sealed({ id, secret }, whole(id, 'Jl. Melati 15')));
  const second = await say(sealed({ id, secret }, { conversation: 'Jl. Melati 51' }));

  await host.until(() => received.length === 3, 'the edits');
  expect(received.map(({ waMessageId, body }) => [waMessageId, body])).toEqual([
    [id, 'Jl. Melati 5'],
    [first, 'Jl. Melati 15'],
    [second, 'Jl. Melati 51'],
  ]);
  expect(host.store.messageChanges).toMatchObject([
    { kind: 'edit', target: id, body: 'Jl. Melati 15', phone: CUSTOMER, fromMe: false },
    { kind: 'edit', target: id, body: 'Jl. Melati 51', phone: CUSTOMER, fromMe: false },
  ]);
});

test('the secret outlives the process; the edit may be encrypted by the LID of its author', async () => {
  const { bench, host, session, say, received } = await online();
  const secret = randomBytes(32);
  const id = await say(withSecret('dua', secret));
  const { otherId = '' } = await host.until(() => received[0], 'the message');
  await session.close();
  const heir = new MemoryHost();
  heir.store.restore(host.store.snapshot());
  const next = bench.driver.open(heir);
  onTestFinished(() => next.close());
  next.connect();

  await say(sealed({ id, secret, author: otherId }, { conversation: 'tiga' }));

  await heir.until(() => heir.store.received.some(({ body }) => body === 'tiga'), 'the edit');
  expect(heir.store.messageChanges).toMatchObject([{ kind: 'edit', target: id, body: 'tiga' }]);
});

test.each([
  ['of a message that is not known', (id: string, secret: Buffer) => sealed({ id: `X${id}`, secret }, {})],
  ['by another secret', (id: string) => sealed({ id, secret: randomBytes(32) }, { conversation: 'x' })],
  [
    'by another author',
    (id: string, secret: Buffer) => sealed({ id, secret, author: '62899@s.whatsapp.net' }, {}),
  ],
])('an encrypted edit %s leaves a trace, and changes nothing', async (_, edit) => {
  const { host, say, received } = await online();
  const secret = randomBytes(32);
  const id = await say(withSecret('satu', secret));

  await say(edit(id, secret));

  await host.until(() => received.length === 2, 'the trace');
  expect(received[1]).toMatchObject({ from: CUSTOMER, type: 'text', details: { kind: 'phone_only' } });
  expect(host.store.messageChanges).toEqual([]);
});

test('secrets go with a later message, after the time in which phones edit', async () => {
  let now = Date.now();
  const { host, say, received } = await online({ clock: { now: () => new Date(now) } });
  const id = await say(withSecret('satu', randomBytes(32)));
  await host.until(() => received.length === 1, 'the first message');
  expect(host.store.keys.has(`edit-secrets/${id}`)).toBe(true);

  now += 31 * 60_000;
  const later = await say(withSecret('dua', randomBytes(32)));

  await host.until(() => host.store.keys.has(`edit-secrets/${later}`), 'the second message');
  expect([...host.store.keys.keys()].filter((key) => key.startsWith('edit-secrets'))).toEqual([
    `edit-secrets/${later}`,
  ]);
});
