import { S_WHATSAPP_NET } from 'baileys';
import type { Connection } from './connection.ts';

const LOGGED_OUT = 401;

/** True: confirmed by an answer or a logout. */
export async function removeDevice(connection: Connection, timeoutMs: number): Promise<boolean> {
  const jid = connection.creds.me?.id;
  if (!jid || timeoutMs <= 0) return false;
  const remove = { tag: 'remove-companion-device', attrs: { jid, reason: 'user_initiated' } };
  const attrs = { to: S_WHATSAPP_NET, type: 'set', xmlns: 'md' };
  const answered = connection.client.sock
    .query({ tag: 'iq', attrs, content: [remove] }, timeoutMs)
    .then((answer) => answer !== undefined)
    .catch(() => false);
  const loggedOut = connection.ended.then(({ isFromServer, code }) => isFromServer && code === LOGGED_OUT);
  return (await Promise.race([answered, loggedOut])) || (connection.endSignal.aborted && (await loggedOut));
}
