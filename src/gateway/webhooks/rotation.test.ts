import { createHmac } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { type ReceivedRequest, startReceiver } from '../../../test/harness/receiver.ts';
import { webhookAccount } from '../../../test/harness/webhook-account.ts';
import { HOUR, MINUTE } from '../../platform/lib/clock.ts';
import { associatedData } from './secret.ts';
import { forgetOldSecrets, rotateSecret } from './webhook.ts';

const file = await testContext({ cleanup: afterAll });

const TOLERANCE_SECONDS = 300;

/** Whether a receiver with the rules of Standard Webhooks takes the request, with our secret at this time. */
function isStandard({ headers, body }: ReceivedRequest, secret: string, at: Date): boolean {
  const key = Buffer.from(`whsec_${Buffer.from(secret).toString('base64')}`.slice('whsec_'.length), 'base64');
  const age = Math.abs(at.getTime() / 1000 - Number(headers['webhook-timestamp']));
  const signed = Buffer.concat([
    Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`),
    body,
  ]);
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return age <= TOLERANCE_SECONDS && String(headers['webhook-signature']).split(' ').includes(expected);
}

/** The same for the contract's own signature. */
function isContracts({ headers, body }: ReceivedRequest, secret: string): boolean {
  return (
    headers['x-service-signature'] === `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  );
}

/** A webhook at a receiver, and how it looks from there with each of some secrets. */
async function rotating() {
  const shop = await webhookAccount({ ctx: file });
  const receiver = await startReceiver();
  const hook = await shop.register(receiver.url);
  const rotate = (overlap_hours: number) => rotateSecret(shop.ctx, shop, hook.id, { overlap_hours });
  const seenWith = async (...secrets: string[]) => {
    await shop.event('message.status');
    await shop.worker.runOnce();
    const request = receiver.requests.at(-1);
    if (!request) throw new Error('Nothing came.');
    return secrets.map((secret) => ({
      standard: isStandard(request, secret, shop.ctx.now()),
      contract: isContracts(request, secret),
    }));
  };
  return { shop, receiver, hook, rotate, seenWith };
}

const [NO, BOTH] = [
  { standard: false, contract: false },
  { standard: true, contract: true },
];
const STANDARD = { standard: true, contract: false };

test('in the overlap each secret signs by Standard Webhooks, the old one by the contract; then the new', async () => {
  const { hook, rotate, seenWith } = await rotating();
  const before = await seenWith(hook.secret);

  const { secret, previous_secret_until } = await rotate(24);
  const during = await seenWith(hook.secret, secret);
  file.clock.advance(24 * HOUR - 1);
  const last = await seenWith(hook.secret, secret);
  file.clock.advance(1);
  const after = await seenWith(hook.secret, secret);

  expect(secret).toMatch(/^[A-Za-z0-9]{48}$/);
  expect(previous_secret_until).toEqual(file.now());
  expect([before, during, last, after]).toEqual([[BOTH], [BOTH, STANDARD], [BOTH, STANDARD], [NO, BOTH]]);
});

test('without overlap the old secret is worth nothing at once, for what waits for a retry too', async () => {
  const { shop, receiver, hook, rotate } = await rotating();
  let code = 500;
  const failing = await startReceiver((_, response) => response.writeHead(code).end());
  await shop.ctx.pool.query('update webhooks set url = $1', [failing.url]);
  await shop.event('message.status');
  await shop.worker.runOnce();

  const { secret, previous_secret_until } = await rotate(0);
  code = 204;
  file.clock.advance(MINUTE);
  await shop.worker.runOnce();

  const [first, second] = failing.requests;
  expect(previous_secret_until).toBeNull();
  expect([first && isContracts(first, hook.secret), second && isContracts(second, hook.secret)]).toEqual([
    true,
    false,
  ]);
  expect(second && isStandard(second, secret, file.now()) && isContracts(second, secret)).toBe(true);
  expect(second?.body).toEqual(first?.body);
  expect(receiver.requests).toEqual([]);
});

test('a rotation during an overlap keeps changed receivers working; all previous secrets end together', async () => {
  const { hook, rotate, seenWith } = await rotating();

  const middle = await rotate(24);
  const last = await rotate(1);
  const during = await seenWith(hook.secret, middle.secret, last.secret);
  file.clock.advance(HOUR);
  const after = await seenWith(hook.secret, middle.secret, last.secret);

  expect([during, after]).toEqual([
    [BOTH, STANDARD, STANDARD],
    [NO, NO, BOTH],
  ]);
});

test('rotations at once give each caller a secret that signs', async () => {
  const { hook, rotate, seenWith } = await rotating();

  const made = await Promise.all([rotate(24), rotate(24), rotate(24)]);
  const [old, ...fresh] = await seenWith(hook.secret, ...made.map(({ secret }) => secret));

  expect(old).toEqual(BOTH);
  expect(fresh).toEqual([STANDARD, STANDARD, STANDARD]);
});

test('a rotation is refused while five previous secrets sign, except one without an overlap', async () => {
  const { hook, rotate, seenWith } = await rotating();
  for (let n = 0; n < 5; n += 1) await rotate(24);

  const refused = rotate(24);
  await expect(refused).rejects.toMatchObject({ code: 'secret_limit_reached' });
  const kept = await seenWith(hook.secret);
  const { secret } = await rotate(0);
  const after = await seenWith(hook.secret, secret);
  await rotate(24);

  expect([kept, after]).toEqual([[BOTH], [NO, BOTH]]);
});

test('a secret that has stopped signing is forgotten', async () => {
  const { shop, rotate } = await rotating();
  await rotate(24);

  file.clock.advance(24 * HOUR - 1);
  const early = await forgetOldSecrets(shop.ctx);
  file.clock.advance(1);
  const inTime = await forgetOldSecrets(shop.ctx);

  const { rows } = await shop.ctx.pool.query('select previous_secrets, previous_secret_until from webhooks');
  expect([early, inTime]).toEqual([0, 1]);
  expect(rows).toEqual([{ previous_secrets: [], previous_secret_until: null }]);
});

test('all secrets are stored sealed, and open in their own row only', async () => {
  const { shop, hook, rotate } = await rotating();
  const { secret } = await rotate(24);

  const { rows } = await shop.ctx.pool.query('select secret, previous_secrets from webhooks');

  const open = (sealed: Buffer, id: number) => shop.ctx.box.open(sealed, associatedData(id)).toString();
  expect([open(rows[0].secret, hook.id), open(rows[0].previous_secrets[0], hook.id)]).toEqual([
    secret,
    hook.secret,
  ]);
  expect(() => open(rows[0].previous_secrets[0], hook.id + 1)).toThrow();
  expect(rows[0].previous_secrets[0].includes(Buffer.from(hook.secret))).toBe(false);
});

test('without overlap nothing of the old secret is kept', async () => {
  const { shop, rotate } = await rotating();
  await rotate(24);
  await rotate(0);

  const { rows } = await shop.ctx.pool.query('select previous_secrets, previous_secret_until from webhooks');

  expect(rows).toEqual([{ previous_secrets: [], previous_secret_until: null }]);
});
