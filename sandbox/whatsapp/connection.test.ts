import { once } from 'node:events';
import { connect } from 'node:net';
import { proto } from 'baileys';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { BUDI, shopAndBudi } from './test-client.ts';

const { sandbox, client } = await shopAndBudi(afterAll);

const INTRO = Buffer.from([0x57, 0x41, 6, 3]);
const hello = proto.HandshakeMessage.encode({ clientHello: { ephemeral: Buffer.alloc(32, 9) } }).finish();

function frame(content: Uint8Array): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntBE(content.length, 0, 3);
  return Buffer.concat([header, content]);
}

test.each([
  ['bytes of another protocol', [Buffer.from('GET / HTTP/1.1\r\n\r\n')]],
  ['a hello that is no message', [INTRO, frame(Buffer.from([0xff, 0xff, 0xff]))]],
  ['a hello without a key', [INTRO, frame(Buffer.alloc(0))]],
  [
    'a short key',
    [INTRO, frame(proto.HandshakeMessage.encode({ clientHello: { ephemeral: Buffer.alloc(3) } }).finish())],
  ],
  ['a finish that was not sealed', [INTRO, frame(hello), frame(hello)]],
  [
    'a finish of noise',
    [
      INTRO,
      frame(hello),
      frame(
        proto.HandshakeMessage.encode({
          clientFinish: { static: Buffer.alloc(48), payload: Buffer.alloc(32) },
        }).finish(),
      ),
    ],
  ],
])('a client that sends %s is disconnected, other clients are not', async (_name, messages) => {
  const intruder = new WebSocket(sandbox.whatsappUrl());
  await once(intruder, 'open');

  for (const message of messages) intruder.send(message);
  await once(intruder, 'close');

  expect((await client.send(BUDI, 'masih jalan')).error).toBeNull();
});

test('frames arrive in any chunks, also after routing info', async () => {
  const client = new WebSocket(sandbox.whatsappUrl());
  await once(client, 'open');
  const routing = Buffer.concat([Buffer.from('ED'), Buffer.from([0, 1, 0, 0, 4]), Buffer.from('abcd')]);

  for (const byte of Buffer.concat([routing, INTRO, frame(hello)])) client.send(Buffer.from([byte]));
  const [answer] = await once(client, 'message');

  const { serverHello } = proto.HandshakeMessage.decode((answer as Buffer).subarray(3));
  client.terminate();
  expect(serverHello?.ephemeral).toHaveLength(32);
});

test('only the chat path accepts WebSockets', async () => {
  const other = new WebSocket(sandbox.whatsappUrl().replace('/ws/chat', '/ws/other'));

  const [error] = await once(other, 'error');

  expect(String(error)).toContain('socket hang up');
});

test('a client that disconnects inside a frame does no harm', async () => {
  const { port } = new URL(sandbox.whatsappUrl());
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET /ws/chat HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n');
  socket.destroy();

  expect((await client.send(BUDI, 'masih jalan')).error).toBeNull();
});

test.each([
  ['an empty message', { tag: 'message', attrs: {} }],
  ['a message to a group', { tag: 'message', attrs: { id: 'x', to: '123@g.us', type: 'text' } }],
  [
    'a message to an unknown number',
    { tag: 'message', attrs: { id: 'x', to: '628@s.whatsapp.net', type: 'text' } },
  ],
  ['a receipt for nothing', { tag: 'receipt', attrs: { id: 'x', to: 'unknown' } }],
  [
    'a retry for nothing',
    { tag: 'receipt', attrs: { id: 'x', to: `${BUDI}@s.whatsapp.net`, type: 'retry' } },
  ],
  ['an ack for nothing', { tag: 'ack', attrs: { class: 'message' } }],
  ['an empty question', { tag: 'iq', attrs: { type: 'get', xmlns: 'usync', id: 'q' } }],
  ['an unknown question', { tag: 'iq', attrs: { type: 'get', xmlns: 'unknown:query', id: 'q' } }],
  ['an empty key upload', { tag: 'iq', attrs: { type: 'get', xmlns: 'encrypt', id: 'q' }, content: [] }],
  ['an unknown element', { tag: 'hello', attrs: {} }],
])('a logged-in client that sends %s stays connected', async (_name, node) => {
  await client.sock?.sendNode(node);

  expect((await client.send(BUDI, 'masih jalan')).error).toBeNull();
  expect(client.closeCodes).toEqual([]);
});
