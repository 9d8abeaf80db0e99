import fc from 'fast-check';
import { shortWords, words } from './words.ts';

/** An item of `messages`, as the provider documents it. */
export interface Item {
  kind: string;
  fields: Record<string, unknown>;
}

type Node = fc.Arbitrary<unknown>;

/** Replaced by another id whenever the callback is sent. */
export const NEW_ID = 'new id';
/** No answer, log line or record may show it. */
export const SECRET = 'RAHASIA-0123456789';

const digits = fc.integer({ min: 100_000_000, max: 9_999_999_999 }).map((n) => `62${n}`);
const file = (mime_type: string, more: Record<string, Node> = {}) =>
  some(
    {
      id: fc.nat().map((n) => `1${n}`),
      mime_type: fc.constant(mime_type),
      sha256: fc.constant('SfInY0gGKTsJlUWbwxC1k+FAD0FZHvzwfpvO0zX0GUI='),
      url: fc.constant('https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1'),
      ...more,
    },
    ['id', 'mime_type'],
  );

/** A record whose other members may be missing. */
function some(members: Record<string, Node>, required: string[]): Node {
  return fc.record(members, { requiredKeys: required });
}

const referral = some(
  {
    source_url: fc.constant('https://fb.me/3cr4Wqqkv'),
    source_id: fc.constant('120226305854810726'),
    source_type: fc.constantFrom('ad', 'post'),
    body: words,
    headline: words,
    media_type: fc.constantFrom('image', 'video'),
    image_url: fc.constant('https://scontent.xx.fbcdn.net/x'),
    ctwa_clid: fc.constant('Aff-n8ZTODiE79d22KtAwQKj9e_mIEOOj27vDVwFjN80dp4'),
    welcome_message: fc.record({ text: words }),
  },
  ['source_url', 'source_type'],
);
const context = fc.oneof(
  fc.record({ from: digits, id: fc.constant('wamid.quoted') }),
  fc.record({ forwarded: fc.constant(true) }),
  fc.record({ frequently_forwarded: fc.constant(true) }),
  fc.record({
    from: digits,
    id: fc.constant('wamid.quoted'),
    referred_product: fc.record({
      catalog_id: fc.constant('194'),
      product_retailer_id: fc.constant('SKU-7'),
    }),
  }),
);

const card = some(
  {
    name: some(
      {
        formatted_name: shortWords,
        first_name: shortWords,
        last_name: shortWords,
        prefix: fc.constant('Ibu'),
      },
      ['formatted_name'],
    ),
    phones: fc.array(
      some({ phone: digits, wa_id: digits, type: fc.constantFrom('CELL', 'WORK') }, ['phone']),
      { maxLength: 3 },
    ),
    emails: fc.array(fc.record({ email: fc.constant('a@b.id'), type: fc.constant('WORK') }), {
      maxLength: 2,
    }),
    addresses: fc.array(
      fc.record({ street: words, city: words, country_code: fc.constant('ID'), zip: fc.constant('16110') }),
      { maxLength: 2 },
    ),
    org: fc.record({ company: shortWords, department: words, title: words }),
    urls: fc.array(fc.record({ url: fc.constant('https://example.com'), type: fc.constant('WORK') })),
    birthday: fc.constant('2000-01-31'),
  },
  ['name'],
);
const answers = fc
  .record({ nama: words, alamat: words, pilihan: fc.array(shortWords, { minLength: 1, maxLength: 3 }) })
  .map((given) => JSON.stringify({ flow_token: SECRET, ...given }));
const reply = (type: string, node: Node) => fc.record({ type: fc.constant(type), [type]: node });

/** The value under the name of each type. */
const NODES: Readonly<Record<string, Node>> = {
  text: fc.record({ body: words }),
  image: file('image/jpeg', { caption: words }),
  video: file('video/mp4', { caption: words }),
  audio: file('audio/ogg; codecs=opus', { voice: fc.boolean() }),
  document: file('application/pdf', { caption: words, filename: shortWords.map((name) => `${name}.pdf`) }),
  sticker: file('image/webp', { animated: fc.boolean() }),
  location: some(
    {
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      name: words,
      address: words,
      url: fc.constant('https://example.com/'),
    },
    ['latitude', 'longitude'],
  ),
  contacts: fc.array(card, { minLength: 1, maxLength: 4 }),
  button: fc.record({ payload: fc.constant('YA'), text: words }),
  interactive: fc.oneof(
    reply('button_reply', fc.record({ id: fc.constant('y'), title: words })),
    reply('list_reply', some({ id: fc.constant('r'), title: words, description: words }, ['id', 'title'])),
    reply(
      'nfm_reply',
      fc.record({
        name: fc.constantFrom('flow', 'address_message'),
        body: fc.constant('Sent'),
        response_json: answers,
      }),
    ),
    reply('call_permission_reply', fc.record({ response: fc.constantFrom('accept', 'reject') })),
    reply('reply_of_tomorrow', fc.record({ choice: fc.record({ label: words }) })),
  ),
  order: some(
    {
      catalog_id: fc.constant('194836987003835'),
      text: words,
      product_items: fc.array(
        fc.record({
          product_retailer_id: fc.constantFrom('di9ozbzfi4', 'SKU-7'),
          quantity: fc.integer({ min: 1, max: 99 }),
          item_price: fc.double({ min: 0, max: 1e6, noNaN: true }),
          currency: fc.constantFrom('USD', 'IDR', 'KWD'),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    },
    ['catalog_id', 'product_items'],
  ),
  unsupported: fc.record({ type: fc.constantFrom('poll_creation', 'edit', 'pin', 'view_once', 'unknown') }),
  reaction: some({ message_id: fc.constant('wamid.quoted'), emoji: fc.constantFrom('👍', '') }, [
    'message_id',
  ]),
  revoke: fc.record({ original_message_id: fc.constant('wamid.quoted') }),
  edit: fc.record({
    original_message_id: fc.constant('wamid.quoted'),
    message: fc.oneof(
      fc.record({ type: fc.constant('text'), text: fc.record({ body: words }) }),
      fc.record({ type: fc.constant('image'), image: file('image/jpeg', { caption: words }) }),
    ),
  }),
  system: fc.oneof(
    fc.record({ body: words, type: fc.constant('user_changed_number'), wa_id: digits }),
    fc.record({ body: words, type: fc.constant('user_changed_number'), new_wa_id: digits }),
    fc.record({ body: words, type: fc.constant('customer_identity_changed'), identity: fc.constant('x') }),
  ),
  request_welcome: fc.constant(undefined),
};

/** Types of which Kurir makes no message: changes of others, and an opened chat. */
export const NO_MESSAGES: readonly string[] = ['reaction', 'revoke', 'system', 'request_welcome'];
/** Types whose body is a file, which may have no words. */
export const FILES: readonly string[] = ['image', 'video', 'audio', 'document', 'sticker'];

export const MESSAGE_TYPES = Object.keys(NODES);

/** A value with words at any depth. */
const nested = fc
  .tuple(words, fc.array(fc.constantFrom('content', 'parts', 'caption', 'items', 'id'), { maxLength: 9 }))
  .map(([text, path]) =>
    path.reduce<unknown>(
      (inner, name) => (name === 'parts' || name === 'items' ? { [name]: [7, inner] } : { [name]: inner }),
      { label: text },
    ),
  );

/** A kind that the provider does not have yet, under its own name or another one. */
const ofTomorrow = fc
  .record({ type: fc.constantFrom('hologram', 'poll', 'event', 'payment', 'ephemeral'), node: nested })
  .chain(({ type, node }) =>
    fc.constantFrom(type, 'content', 'body').map((name) => ({ type, [name]: node })),
  );

function ofType(type: string): fc.Arbitrary<Record<string, unknown>> {
  const node = NODES[type] ?? fc.constant(undefined);
  return node.map((value) => ({ type, ...(value !== undefined && { [type]: value }) }));
}

/** The ids of an author, of whom the provider may hide the number. */
const author = fc.oneof(
  { arbitrary: fc.record({ from: digits }), weight: 4 },
  { arbitrary: fc.record({ from: digits.map((number) => `+${number}`) }), weight: 1 },
  { arbitrary: fc.record({ from: digits.map(Number) }), weight: 1 },
  { arbitrary: fc.record({ from: digits, from_user_id: fc.nat().map((n) => `ID.1${n}`) }), weight: 1 },
  { arbitrary: fc.record({ from_user_id: fc.nat().map((n) => `ID.1${n}`) }), weight: 1 },
);

/** Any item of `messages`. */
export function messageItem(types: readonly string[] = [...MESSAGE_TYPES, 'tomorrow']): fc.Arbitrary<Item> {
  return fc.constantFrom(...types).chain((kind) =>
    fc
      .record(
        {
          head: author,
          content: kind === 'tomorrow' ? ofTomorrow : ofType(kind),
          context,
          referral,
          errors: fc.constant([
            { code: 131051, title: 'Message type unknown', error_data: { details: 'No.' } },
          ]),
          group_id: fc.constant('Y2FwaV9ncm91cDox'),
        },
        { requiredKeys: ['head', 'content'] },
      )
      .chain((parts) =>
        fc.integer({ min: 0, max: 9 }).map((dice) => ({ kind, fields: itemOf(parts, kind, dice) })),
      ),
  );
}

interface Parts {
  head: object;
  content: object;
  context?: unknown;
  referral?: unknown;
  errors?: unknown;
  group_id?: unknown;
}

/** Few messages are of a group or have errors. */
function itemOf({ head, content, context, referral, errors, group_id }: Parts, kind: string, dice: number) {
  return {
    ...head,
    id: NEW_ID,
    timestamp: String(1_749_416_383 + dice),
    ...(dice < 5 && context !== undefined && { context }),
    ...(dice < 3 && referral !== undefined && { referral }),
    ...(dice === 9 && group_id !== undefined && { group_id }),
    ...((kind === 'unsupported' || dice === 8) && errors !== undefined && { errors }),
    ...content,
  };
}
