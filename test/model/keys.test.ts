import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createKey } from '../../src/platform/accounts/key.ts';
import { SCOPES, type Scope } from '../../src/platform/accounts/schema.ts';
import { testContext } from '../harness/context.ts';
import { isLong } from '../harness/long.ts';
import { insertAccount } from '../harness/rows.ts';
import { openService } from '../harness/service.ts';

/** Number and seed of the runs. A number without a seed means new runs each time. */
const { KURIR_TEST_MODEL_RUNS: runs, KURIR_TEST_MODEL_SEED: seed } = process.env;
const numRuns = Number(runs ?? (isLong ? 25 : 4));
const LIMIT_MS = 10_000 + numRuns * 400;
const SETTINGS = {
  numRuns,
  interruptAfterTimeLimit: LIMIT_MS,
  ...((seed ?? !runs) && { seed: Number(seed ?? 1) }),
};
/** The application caches a key for a shorter time. */
const FRESH_MS = 1_000;
const MINUTE = 60_000;

/** Each network, and the addresses that it has. */
const NETWORKS: Record<string, readonly string[]> = {
  '10.0.0.0': ['10.0.0.0'],
  '10.0.0.1': ['10.0.0.1'],
  '10.0.0.0/31': ['10.0.0.0', '10.0.0.1'],
  '10.0.0.2/31': ['10.0.0.2', '10.0.0.3'],
  '10.0.0.0/30': ['10.0.0.0', '10.0.0.1', '10.0.0.2', '10.0.0.3'],
  '0.0.0.0/0': ['10.0.0.0', '10.0.0.1', '10.0.0.2', '10.0.0.3', '203.0.113.7'],
  '2001:db8::/32': ['2001:db8::1'],
  '::/0': ['2001:db8::1'],
};
const ADDRESSES = ['10.0.0.0', '10.0.0.1', '10.0.0.2', '203.0.113.7', '2001:db8::1'];
const membersOf = (network: string) => NETWORKS[network] ?? [];

const ctx = await testContext({ cleanup: afterAll });
const { http } = await openService(ctx);

interface ModelKey {
  id: string;
  text: string;
  scope: Scope;
  /** Infinity: without an end. */
  endsAt: number;
  /** Null: all addresses. */
  list: readonly string[] | null;
  isRevoked: boolean;
}

interface Wish {
  scope: Scope;
  endsInMinutes: number | null;
  list: readonly string[];
}

type Step =
  | { kind: 'create'; by: number; from: string; wish: Wish }
  | { kind: 'revoke'; by: number; from: string; target: number }
  | { kind: 'list'; by: number; from: string }
  | { kind: 'wait'; minutes: number };

const index = fc.nat({ max: 30 });
const from = fc.constantFrom(...ADDRESSES);
const wish = fc.record({
  scope: fc.oneof({ weight: 4, arbitrary: fc.constant<Scope>('full') }, fc.constantFrom(...SCOPES)),
  endsInMinutes: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 2 }),
  list: fc.uniqueArray(fc.constantFrom(...Object.keys(NETWORKS)), { maxLength: 3 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('create' as const), by: index, from, wish }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('revoke' as const), by: index, from, target: index }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('list' as const), by: index, from }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.nat({ max: 20 }) }) },
);

const nowMs = () => ctx.now().getTime();
const isoOf = (endsAt: number) =>
  endsAt === Number.POSITIVE_INFINITY ? null : new Date(endsAt).toISOString();

/** The refusal of a call, or null. */
function refusalOf(key: ModelKey, address: string): string | null {
  if (key.isRevoked || key.endsAt <= nowMs()) return 'invalid_api_key';
  if (key.list && !key.list.some((network) => membersOf(network).includes(address)))
    return 'address_not_allowed';
  return key.scope === 'full' ? null : 'insufficient_scope';
}

/** The bounds of a key that the creator may create, or the fields that ask for too much. */
function boundsOf(creator: ModelKey, { endsInMinutes, list }: Wish) {
  const endsAt = endsInMinutes === null ? creator.endsAt : nowMs() + endsInMinutes * MINUTE;
  const allowed = creator.list;
  const outside = list.flatMap((network, n) => {
    const isInside = allowed?.some((outer) =>
      membersOf(network).every((each) => membersOf(outer).includes(each)),
    );
    // The largest network has more addresses than the model.
    const isWhole = ['0.0.0.0/0', '::/0'].includes(network) && !allowed?.includes(network);
    return allowed && (!isInside || isWhole) ? [`allowed_addresses.${n}`] : [];
  });
  const fields = [...(endsAt > creator.endsAt ? ['expires_at'] : []), ...outside];
  return { fields, endsAt, list: list.length > 0 ? list : allowed };
}

async function call(
  key: ModelKey,
  remoteAddress: string,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) {
  const headers = { authorization: `Bearer ${key.text}` };
  const url = `/v1/api-keys${path}`;
  const answer = await http.inject({ method, url, headers, remoteAddress, ...(body && { payload: body }) });
  return { status: answer.statusCode, body: answer.json() };
}

/** Takes a step in the application and in the model, and compares them. */
async function take(keys: ModelKey[], step: Step): Promise<void> {
  if (step.kind === 'wait') return ctx.clock.advance(step.minutes * MINUTE);
  const key = pick(keys, step.by);
  const refusal = refusalOf(key, step.from);
  if (step.kind === 'create') return create(keys, key, step, refusal);
  if (step.kind === 'revoke') return revoke(key, pick(keys, step.target), step, refusal);
  const { body } = await call(key, step.from, 'GET', '');
  if (refusal) expect(body.error).toBe(refusal);
  else expect(body.data.map(shown)).toEqual(expect.arrayContaining(keys.map(expected)));
}

async function create(
  keys: ModelKey[],
  creator: ModelKey,
  { from, wish }: { from: string; wish: Wish },
  refusal: string | null,
): Promise<void> {
  const { scope, endsInMinutes, list } = wish;
  const { fields, ...bounds } = boundsOf(creator, wish);
  const expires_at = endsInMinutes === null ? null : isoOf(nowMs() + endsInMinutes * MINUTE);

  const { body } = await call(creator, from, 'POST', '', {
    name: 'k',
    scope,
    expires_at,
    allowed_addresses: list,
  });

  if (refusal) expect(body.error).toBe(refusal);
  else if (fields.length > 0) expect(Object.keys(body.errors)).toEqual(fields);
  else {
    const made = { id: body.id, text: body.api_key, scope, ...bounds, isRevoked: false };
    expect(shown(body)).toEqual(expected(made));
    keys.push(made);
  }
}

async function revoke(
  key: ModelKey,
  target: ModelKey,
  { from }: { from: string },
  refusal: string | null,
): Promise<void> {
  const { body } = await call(key, from, 'DELETE', `/${target.id}`);

  if (refusal) expect(body.error).toBe(refusal);
  else {
    expect(body).toEqual({ id: target.id, revoked_at: expect.any(String) });
    target.isRevoked = true;
    ctx.clock.advance(FRESH_MS);
  }
}

const shown = ({ id, scope, expires_at, allowed_addresses }: Record<string, unknown>) => ({
  id,
  scope,
  expires_at,
  allowed_addresses,
});
const expected = ({ id, scope, endsAt, list }: ModelKey) => ({
  id,
  scope,
  expires_at: isoOf(endsAt),
  allowed_addresses: list ?? [],
});

function pick(keys: readonly ModelKey[], index: number): ModelKey {
  const key = keys[index % keys.length];
  if (!key) throw new Error('The model starts with a key.');
  return key;
}

/** An account whose operator has created two keys: one without bounds, one with both. */
async function open(): Promise<ModelKey[]> {
  const { id: accountId } = await insertAccount(ctx);
  const bounded = { endsAt: nowMs() + 30 * MINUTE, list: ['10.0.0.0/30', '2001:db8::/32'] };
  const keys: ModelKey[] = [];
  for (const { endsAt, list } of [{ endsAt: Number.POSITIVE_INFINITY, list: null }, bounded]) {
    const expiresAt = endsAt === Number.POSITIVE_INFINITY ? null : new Date(endsAt);
    const made = await createKey(ctx, {
      accountId,
      name: 'k',
      scope: 'full',
      expiresAt,
      allowedAddresses: list ?? [],
    });
    keys.push({ id: made.key_id, text: made.api_key, scope: 'full', endsAt, list, isRevoked: false });
  }
  return keys;
}

test(
  'in any order of steps, no key does more than its creator',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const keys = await open();

        for (const each of steps) await take(keys, each);
      }),
      SETTINGS,
    );
  },
  2 * LIMIT_MS,
);
