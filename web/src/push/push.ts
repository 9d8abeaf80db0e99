import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import type { Schema } from '../api/schemas.ts';
import { APP_PATH } from '../place.ts';
import { language } from '../texts/language.ts';
import { PUSHED } from './kept.ts';

/** What the user is notified while not looking. */
export const noticesQuery = queryOptions({ queryKey: ['notices'], queryFn: () => call('GET /me/notices') });

/** Why this browser cannot be pushed to. Null: it can. An iPhone can, once the page is on its home screen. */
export function pushObstacle(): 'insecure' | 'home_screen' | 'unknown' | 'denied' | null {
  if (!globalThis.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return /iPhone|iPad/.test(navigator.userAgent) ? 'home_screen' : 'unknown';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** Asks the browser for its permission: only after a click. False: it was refused. */
export async function turnOn(userId: string, showsText: boolean): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await subscribe(showsText);
  localStorage.setItem(PUSHED, JSON.stringify({ userId, showsText }));
  return true;
}

export async function turnOff(): Promise<void> {
  localStorage.removeItem(PUSHED);
  queryClient.setQueryData(noticesQuery.queryKey, await call('DELETE /me/browser'));
  await (await subscription())?.unsubscribe();
}

/** After a log-in the browser belongs to another session. Of another user, it shows no pushes of the first one. */
export async function resume(stored: string, userId: string): Promise<void> {
  const { userId: owner, showsText } = JSON.parse(stored) as { userId: string; showsText: boolean };
  if (pushObstacle() !== null || Notification.permission !== 'granted') return;
  if (owner === userId) await subscribe(showsText);
  else await (await subscription())?.unsubscribe();
}

async function subscribe(showsText: boolean): Promise<void> {
  const { push_key } = await queryClient.ensureQueryData(noticesQuery);
  const worker = await navigator.serviceWorker.register(workerAddress(), {
    scope: APP_PATH,
    updateViaCache: 'none',
  });
  await navigator.serviceWorker.ready;
  await send(await subscribed(worker, push_key), showsText);
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration(APP_PATH);
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** An earlier subscription may be one with the key of another installation. */
async function subscribed(
  { pushManager }: ServiceWorkerRegistration,
  key: string,
): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const earlier = await pushManager.getSubscription();
    if (!earlier) throw error;
    await earlier.unsubscribe();
    return pushManager.subscribe(options);
  }
}

async function send(given: PushSubscription, showsText: boolean): Promise<void> {
  const { endpoint = '', keys = {} } = given.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions();
  const body = { endpoint, p256dh, auth, shows_text: showsText, language: language(), timezone };
  const answer: Schema<'Notices'> = await call('PUT /me/browser', { body });
  queryClient.setQueryData(noticesQuery.queryKey, answer);
}

/** The policy of the page lets no text become an address of a script. */
function workerAddress(): string {
  const address = new URL('push-worker.js', document.baseURI).href;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('kurir-push', { createScriptURL: () => address });
  return policy?.createScriptURL('') ?? address;
}

/** Not in the types of the DOM yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string },
  ): {
    createScriptURL(text: string): string;
  };
}
