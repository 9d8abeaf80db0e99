import { type AuthenticationCreds, type BinaryNode, Curve, encodeBigEndian, KEY_BUNDLE_TYPE } from 'baileys';
import { childOf, element } from '../../sandbox/whatsapp/node.ts';
import type { Step, Steps } from './keys.ts';
import type { Line } from './line.ts';

const KEY_ID_BYTES = 3;
const FEWEST = 5;
const UPLOADED = 20;

interface PublicKey {
  id: number;
  value: Uint8Array;
}

/** One-time keys, which others start a session with. In the commit of the step. */
export async function makePreKeys(
  step: Step,
  creds: AuthenticationCreds,
  count: number,
): Promise<PublicKey[]> {
  const first = creds.nextPreKeyId;
  const made = Array.from({ length: count }, (_, index) => ({
    id: first + index,
    pair: Curve.generateKeyPair(),
  }));
  for (const { id, pair } of made) step.write('pre-key', String(id), pair);
  creds.nextPreKeyId = creds.firstUnuploadedPreKeyId = first + count;
  step.creds = creds;
  return made.map(({ id, pair }) => ({ id, value: pair.public }));
}

/** As the server stores them, and as a retry brings them. */
export function keyNodes(creds: AuthenticationCreds, keys: readonly PublicKey[]): BinaryNode[] {
  const { keyId, keyPair, signature } = creds.signedPreKey;
  return [
    element('type', {}, KEY_BUNDLE_TYPE),
    element('identity', {}, creds.signedIdentityKey.public),
    ...keys.map(({ id, value }) => element('key', {}, idAndValue(id, value))),
    element('skey', {}, [...idAndValue(keyId, keyPair.public), element('signature', {}, signature)]),
  ];
}

/** Uploads new keys when the server has few. They are stored before. */
export async function providePreKeys(line: Line, steps: Steps, creds: AuthenticationCreds): Promise<void> {
  const answer = await line.query({ type: 'get', xmlns: 'encrypt' }, [element('count')]);
  const count = Number(childOf(answer ?? undefined, 'count')?.attrs.value ?? FEWEST);
  if (count >= FEWEST) return;
  const keys = await steps.run((step) => makePreKeys(step, creds, UPLOADED));
  const nodes = keyNodes(creds, keys);
  await line.query({ type: 'set', xmlns: 'encrypt' }, [
    element('registration', {}, encodeBigEndian(creds.registrationId)),
    ...nodes.filter(({ tag }) => tag !== 'key'),
    element(
      'list',
      {},
      nodes.filter(({ tag }) => tag === 'key'),
    ),
  ]);
}

const idAndValue = (id: number, value: Uint8Array) => [
  element('id', {}, encodeBigEndian(id, KEY_ID_BYTES)),
  element('value', {}, value),
];
