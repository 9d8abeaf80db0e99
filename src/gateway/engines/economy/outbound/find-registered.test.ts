import type { BinaryNode, USyncQuery } from 'baileys';
import { expect, test } from 'vitest';
import { silentLog } from '../../../../platform/lib/log.ts';
import { findRegistered } from './find-registered.ts';

const ASKED = ['5511987654321', '6281200000001', '6281200000002', '6281200000003'];

type Answer = [jid: string, type: string, question?: string | Buffer];

function answerOf(answers: readonly Answer[]): BinaryNode {
  const users = answers.map(([user, type, content]) => ({
    tag: 'user',
    attrs: { jid: `${user}@s.whatsapp.net` },
    content: [{ tag: 'contact', attrs: { type }, ...(content !== undefined && { content }) }],
  }));
  const list = [{ tag: 'list', attrs: {}, content: users }];
  return { tag: 'iq', attrs: { type: 'result' }, content: [{ tag: 'usync', attrs: {}, content: list }] };
}

/** A connection whose server gives this answer. */
function connectionOf(
  ask: (query: USyncQuery) => Promise<unknown>,
  endSignal = new AbortController().signal,
) {
  const client = { sock: { executeUSyncQuery: ask } };
  // Only these parts are used.
  return { client, endSignal, log: silentLog } as unknown as Parameters<typeof findRegistered>[0];
}

const parse = (node: BinaryNode) => async (query: USyncQuery) => query.parseUSyncQueryResult(node);

test('an answer counts for the number of its question, which its address may spell in another way', async () => {
  const node = answerOf([
    ['551187654321', 'in', '+5511987654321'],
    ['6281200000001', 'out', Buffer.from('+6281200000001')],
    ['6281200000002', 'invalid'],
    ['6289900000000', 'in'],
  ]);

  const answers = await findRegistered(connectionOf(parse(node)), ASKED);

  expect([...answers]).toEqual([
    ['5511987654321', true],
    ['6281200000001', false],
    ['6281200000002', false],
  ]);
});

test('numbers that the server does not judge have no answer', async () => {
  const node = answerOf([['6281200000001', 'error', '+6281200000001']]);

  const answers = await findRegistered(connectionOf(parse(node)), ASKED);

  expect(answers.size).toBe(0);
});

test('a failure and the end of the connection leave no answers', async () => {
  const ended = AbortSignal.abort();
  const silent = () => new Promise(() => {});
  const failing = async () => {
    throw new Error('Timed Out');
  };

  const answers = [
    await findRegistered(connectionOf(failing), ASKED),
    await findRegistered(connectionOf(silent, ended), ASKED),
  ];

  expect(answers.map(({ size }) => size)).toEqual([0, 0]);
});
