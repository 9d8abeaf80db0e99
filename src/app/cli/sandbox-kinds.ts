/** A kind of message beside text. Ids among the arguments are ids of earlier messages. */
interface SandboxKind {
  name: string;
  /** The arguments after both sides of the chat. */
  usage: string;
  description: string;
  /** The body for the control of phones. */
  phone(...args: (string | undefined)[]): object;
  /** The body for the control of the official API; missing: not supported there. */
  cloud?(...args: (string | undefined)[]): object;
}

/** A picture of one pixel. */
const WEBP = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';

const place = (latitude?: string, longitude?: string, name?: string) => ({
  location: { latitude: Number(latitude), longitude: Number(longitude), ...(name !== undefined && { name }) },
});
const fromAd = (ad_id?: string, text?: string) => ({
  text,
  referral: {
    source_type: 'ad',
    source_id: ad_id,
    source_url: `https://fb.me/${ad_id}`,
    headline: 'Promo',
    body: 'Chat dengan kami',
    media_type: 'image',
    ctwa_clid: `click-on-${ad_id}`,
  },
});
const sticker = () => ({ sticker: { data: WEBP } });

/** What simulated people send beside text and files. */
export const SANDBOX_KINDS: readonly SandboxKind[] = [
  {
    name: 'location',
    usage: '<latitude> <longitude> [name]',
    description: 'send a location',
    phone: place,
    cloud: place,
  },
  {
    name: 'contact',
    usage: '<name> <phone>',
    description: 'send a contact card',
    phone: (name = '', phone = '') => ({ contacts: [{ name, phones: [phone] }] }),
    cloud: (name = '', phone = '') => ({
      contacts: [{ name: { formatted_name: name, first_name: name }, phones: [{ phone }] }],
    }),
  },
  { name: 'sticker', usage: '', description: 'send a sticker', phone: sticker, cloud: sticker },
  {
    name: 'reply',
    usage: '<message_id> <text>',
    description: 'quote a message in a text',
    phone: (quote, text) => ({ quote, text }),
    cloud: (message_id, text) => ({ message_id, text }),
  },
  {
    name: 'ad',
    usage: '<ad_id> <text>',
    description: 'write after a click on an advertisement',
    phone: fromAd,
    cloud: fromAd,
  },
  {
    name: 'react',
    usage: '<message_id> [emoji]',
    description: 'react to a message; without emoji: remove the reaction',
    phone: (wa_message_id, emoji) => ({ reaction: { wa_message_id, emoji: emoji ?? null } }),
    cloud: (message_id, emoji) => ({ reaction: { message_id, emoji: emoji ?? null } }),
  },
  {
    name: 'edit',
    usage: '<message_id> <text>',
    description: 'change the text of an own message',
    phone: (wa_message_id, text) => ({ edit: { wa_message_id, text } }),
    cloud: (message_id, text) => ({ edit: { message_id, text } }),
  },
  {
    name: 'delete',
    usage: '<message_id>',
    description: 'delete an own message on all phones',
    phone: (wa_message_id) => ({ deletion: { wa_message_id } }),
    cloud: (message_id) => ({ deletion: { message_id } }),
  },
  {
    name: 'poll',
    usage: '<question> <option> <other_option>',
    description: 'send a poll',
    phone: (question, ...options) => ({ poll: { question, options } }),
  },
  {
    name: 'vote',
    usage: '<message_id>',
    description: 'vote in a poll',
    phone: (wa_message_id) => ({ vote: { wa_message_id } }),
  },
];
