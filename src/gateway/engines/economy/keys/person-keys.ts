import { HELD_MESSAGES } from './kept-types.ts';

const TYPES = [
  'session',
  'identity-key',
  'lid-mapping',
  'device-list',
  'user-devices',
  'tctoken',
  HELD_MESSAGES,
];
const SERVERS = ['s.whatsapp.net', 'lid', 'hosted', 'hosted.lid'];
/** Of a Signal address: numbers, LIDs, hosted numbers, hosted LIDs. */
const DOMAINS = ['', '_1', '_128', '_129'];
/** Of one person. */
const MAX_DEVICES = 100;

/** Names of the keys that name a person. Without them, the phones agree on new ones. */
export function keysOf(phones: readonly string[]): { types: readonly string[]; ids: readonly string[] } {
  const users = phones.map((phone) => phone.split('@', 1)[0] ?? phone).filter((user) => /^\d+$/.test(user));
  const ids = users.flatMap((user) => [
    user,
    `${user}_reverse`,
    ...SERVERS.map((server) => `${user}@${server}`),
    ...DOMAINS.flatMap((domain) =>
      Array.from({ length: MAX_DEVICES }, (_, device) => `${user}${domain}.${device}`),
    ),
  ]);
  return { types: TYPES, ids };
}
