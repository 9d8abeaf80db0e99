import { initAuthCreds, proto } from 'baileys';
import { expect, test } from 'vitest';
import { decodeCreds, decodeKey, encodeCreds, encodeKey } from './codec.ts';

test.each<[string, unknown]>([
  ['session', { _sessions: { a: { chain: 'YQ==' } }, version: 'v1' }],
  ['pre-key', { public: Buffer.from([1, 2]), private: Buffer.from([3]) }],
  ['identity-key', Buffer.from([5, 0, 255])],
  ['sender-key', Buffer.from('[{}]')],
  ['lid-mapping', '6281'],
  ['device-list', ['0', '7']],
  ['tctoken', { token: Buffer.from([9]), timestamp: '17', senderTimestamp: 17 }],
  ['app-state-sync-version', { version: 3, hash: Buffer.alloc(4), indexValueMap: {} }],
])('%s is the same after storing and reading', (type, value) => {
  expect(decodeKey(type, encodeKey(type, value))).toEqual(value);
});

test('an app state key is read as the protobuf message that the client expects', () => {
  const key = proto.Message.AppStateSyncKeyData.fromObject({ keyData: Buffer.from([1]), timestamp: 5 });

  const read = decodeKey('app-state-sync-key', encodeKey('app-state-sync-key', key));

  expect(read).toBeInstanceOf(proto.Message.AppStateSyncKeyData);
  expect(Buffer.from((read as typeof key).keyData ?? [])).toEqual(Buffer.from([1]));
});

test('credentials are the same after storing and reading', () => {
  const creds = initAuthCreds();

  const read = decodeCreds(encodeCreds(creds));

  expect(read.noiseKey.private).toEqual(Buffer.from(creds.noiseKey.private));
  expect(read.advSecretKey).toBe(creds.advSecretKey);
});
