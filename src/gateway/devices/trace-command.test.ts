import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readTrace } from './trace-command.ts';

const OWN = '8230523b-79a2-4e00-9def-41b5a75ea963';
const OTHER = '11111111-79a2-4e00-9def-41b5a75ea963';
const line = (facts: object) =>
  `${JSON.stringify({ level: 20, time: '2026-11-30T20:07:48.113Z', name: 'sessions', ...facts })}\n`;

test('a trace has the lines of its device, without numbers, texts and keys', async () => {
  const log = [
    line({ deviceUuid: OWN, stanza: '<iq type=set><pair-device><ref>(48)', msg: 'economy.stanza' }),
    line({ deviceUuid: OTHER, stanza: '<success>', msg: 'economy.stanza' }),
    line({
      deviceUuid: OWN,
      said: 'sent to 6281234567890',
      body: 'Halo Budi',
      code: 515,
      msg: 'economy.client',
    }),
    line({
      deviceUuid: OWN,
      qr: [1],
      key: 'a b',
      err: { message: 'x' },
      mode: 'pair',
      msg: 'session.opened',
    }),
    line({ deviceUuid: OWN, waMessageId: '3AB5', msg: 'message.failed' }),
    `kurir: not JSON ${OWN}\n`,
  ];

  expect(await readTrace(OWN, Readable.from(log))).toEqual([
    {
      time: '2026-11-30T20:07:48.113Z',
      event: 'economy.stanza',
      shown: 'stanza=<iq type=set><pair-device><ref>(48)',
    },
    { time: '2026-11-30T20:07:48.113Z', event: 'economy.client', shown: 'said=sent to # code=515' },
    { time: '2026-11-30T20:07:48.113Z', event: 'session.opened', shown: 'mode=pair' },
  ]);
});

test('a log without the device says how to get one', async () => {
  await expect(readTrace(OWN, Readable.from(['{}\n']))).rejects.toThrow(
    `The log has no line of the device ${OWN}. Start with KURIR_LOG_FORMAT=json LOG_LEVEL=debug`,
  );
});
