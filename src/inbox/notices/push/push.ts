import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { StaffCaller } from '../../../platform/accounts/account.ts';
import { HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import type { GuardedClient } from '../../../platform/lib/guarded-fetch/client.ts';
import { MAX_IDLE_MS } from '../../staff/sessions/session.ts';
import { areKeys, type BrowserKeys, encryptFor, newSender, SALT_BYTES } from './encrypt.ts';
import * as store from './store.ts';
import { authorize, newPushKeys, type PushKeys } from './vapid.ts';

/** Browsers of one user; the oldest ones are forgotten. */
const MAX_BROWSERS = 10;
/** How long a service keeps what it cannot deliver yet. */
const KEPT_MS = 12 * HOUR;
const TIMEOUT_MS = 5 * SECOND;
/** The service, or the browser, says that the address is gone permanently. */
const GONE = [404, 410];
/** In a row, within nine hours. */
const MAX_FAILURES = 10;
/** For services that want a contact, where the gateway has no public URL. */
const NO_CONTACT = 'mailto:kurir@example.com';

export const pushKeyPlace = (id: string) => `push_keys.private_key:${id}`;
export const targetPlace = (sessionId: number) => `push_subscriptions.target:${sessionId}`;

/** As the browser gives it: base64url without padding. */
export interface GivenSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  shows_text: boolean;
}

/** What a browser shows. Up to 3,900 bytes as JSON. */
export interface Shown {
  title: string;
  body: string;
  /** A later one with the same tag takes its place. */
  tag: string;
  /** Below /app/. */
  path: string;
}

/** Made once for the installation. */
export async function getPushKeys({ db, box, now }: Pick<Context, 'db' | 'box' | 'now'>): Promise<PushKeys> {
  const found = await store.findKeys(db, {});
  if (found)
    return { publicKey: found.public_key, privateKey: box.open(found.private_key, pushKeyPlace('1')) };
  const { publicKey, privateKey } = newPushKeys();
  await store.insertKeys(db, { publicKey, privateKey: box.seal(privateKey, pushKeyPlace('1')), now: now() });
  return getPushKeys({ db, box, now });
}

/** The browser of this session gets pushes from now on. FieldErrors. */
export async function subscribe(
  tx: Tx,
  { box, now }: Pick<Context, 'box' | 'now'>,
  account: { id: number },
  { id: userId, sessionId }: StaffCaller,
  given: GivenSubscription,
): Promise<void> {
  if (!areKeys(keysOf(given))) throw new FieldErrors({ p256dh: ['must be the keys of a browser'] });
  const { endpoint, p256dh, auth, shows_text: showsText } = given;
  const target = box.seal(Buffer.from(JSON.stringify({ endpoint, p256dh, auth })), targetPlace(sessionId));
  const endpointHash = createHash('sha256').update(endpoint).digest();
  const row = { sessionId, accountId: account.id, userId, endpointHash, target, showsText, now: now() };
  await store.saveSubscription(tx, row, MAX_BROWSERS);
}

export const { deleteSubscriptions, findSubscription } = store;

/**
 * Shows it in all browsers of the user. True: one service took it, or no browser is left. False: none took it, for now.
 * A repetition takes the place of what was shown before.
 */
export async function push(
  ctx: Context,
  client: GuardedClient,
  userId: number,
  shownWith: (showsText: boolean) => Shown,
): Promise<boolean> {
  const now = ctx.now();
  const idleSince = new Date(now.getTime() - MAX_IDLE_MS);
  const browsers = await store.listSubscriptions(ctx.db, { userId, now, idleSince, limit: MAX_BROWSERS });
  const ready = browsers.filter(({ retry_at }) => retry_at === null || retry_at <= now);
  if (ready.length === 0) return browsers.length === 0;
  const keys = await getPushKeys(ctx);
  const results = await Promise.all(
    ready.map(async (browser) => {
      const status = await pushTo(ctx, client, keys, browser, shownWith(browser.shows_text)).catch(
        (error) => {
          // Other browsers and users get theirs.
          ctx.log.error({ err: error }, 'push.not_made');
          return 0;
        },
      );
      return settle(ctx, browser, status);
    }),
  );
  return results.includes('taken') || results.filter((one) => one === 'gone').length === browsers.length;
}

/** Services that fail are asked less and less, and at last the browser is forgotten: it subscribes again by itself. */
async function settle(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { session_id: sessionId, failures }: store.Subscription,
  status: number,
): Promise<'taken' | 'gone' | 'failed'> {
  if (status >= 200 && status < 300) {
    if (failures > 0) await store.noteAnswer(db, { sessionId, failures: 0, retryAt: null });
    return 'taken';
  }
  if (GONE.includes(status) || failures + 1 >= MAX_FAILURES) {
    await store.deleteSubscriptions(db, [sessionId]);
    return 'gone';
  }
  const retryAt = new Date(now().getTime() + MINUTE * 2 ** failures);
  await store.noteAnswer(db, { sessionId, failures: failures + 1, retryAt });
  return 'failed';
}

/** The status of the service; 0: no answer. */
async function pushTo(
  { box, now, config, log, randomBytes }: Context,
  client: GuardedClient,
  keys: PushKeys,
  { session_id: sessionId, target }: store.Subscription,
  shown: Shown,
): Promise<number> {
  const given: GivenSubscription = JSON.parse(box.open(target, targetPlace(sessionId)).toString());
  const { endpoint } = given;
  const salt = randomBytes(SALT_BYTES);
  const body = encryptFor(keysOf(given), Buffer.from(JSON.stringify(shown)), { salt, sender: newSender() });
  const contact = config.KURIR_PUBLIC_URL?.startsWith('https:') ? config.KURIR_PUBLIC_URL : NO_CONTACT;
  const headers = {
    authorization: authorize(keys, { endpoint, contact, now: now() }),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(KEPT_MS / SECOND),
    urgency: 'high',
    topic: createHash('sha256').update(shown.tag).digest('base64url').slice(0, 32),
  };
  const answer = await client.post(endpoint, { headers, body, timeoutMs: TIMEOUT_MS });
  if ('status' in answer && answer.status < 300) return answer.status;
  // Addresses at the service are secrets.
  const problem = 'status' in answer ? answer.status : answer.error;
  log.warn({ problem, host: new URL(endpoint).host }, 'push.not_sent');
  return 'status' in answer ? answer.status : 0;
}

const keysOf = ({ p256dh, auth }: Pick<GivenSubscription, 'p256dh' | 'auth'>): BrowserKeys => ({
  p256dh: Buffer.from(p256dh, 'base64url'),
  auth: Buffer.from(auth, 'base64url'),
});
