import fc from 'fast-check';
import { type Mutation, mutated, mutations } from './mutations.ts';
import { ACCOUNT_FIELDS, errorItem, NUMBER_FIELDS, statusItem } from './provider-fields.ts';
import { type Item, MESSAGE_TYPES, messageItem, NEW_ID, NO_MESSAGES } from './provider-messages.ts';

type Fields = Record<string, unknown>;

/** A number of the provider, as the scene has it. */
export interface NumberIds {
  phoneNumberId: string;
  wabaId: string;
  digits: string;
}

/** One message that a callback brings. */
export interface Sent {
  /** Which number has it. */
  number: number;
  id: string;
  item: Fields;
  kind: string;
  /** Not as the provider documents it. */
  isMutated: boolean;
  /** Whether the owner wrote it in the Business app. */
  isEcho: boolean;
  /** Digits or the user id of the customer. Null: the item does not say for certain. */
  customer: string | null;
}

export interface Callback {
  json: string;
  sent: Sent[];
}

interface Message {
  item: Item;
  changes: Mutation[] | null;
  /** Only the list of contacts names the author. */
  isByContact: boolean;
}

/** A change of a callback before it has ids. */
type Change =
  | { is: 'messages'; messages: Message[]; statuses: Broken[]; errors: Broken[]; hasContacts: boolean }
  | { is: 'echoes'; messages: Message[] }
  | { is: 'field'; name: string; isOfNumber: boolean; given: Broken }
  | { is: 'broken'; change: unknown };

interface Broken {
  value: Fields;
  changes: Mutation[] | null;
}

/** A callback before it has ids, so that each sending of it is new. */
export interface Plan {
  entries: { number: number; changes: Change[] }[];
}

const maybe = fc.option(mutations, { freq: 2 });
const broken = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Broken> =>
  fc.record({ value: value as fc.Arbitrary<Fields>, changes: maybe }); // each generator makes an object

const message = fc.record({
  item: messageItem(),
  changes: maybe,
  isByContact: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
});

const BROKEN_CHANGES = [
  null,
  7,
  'x',
  [],
  {},
  { field: 7 },
  { field: 'messages', value: null },
  { value: {} },
];

const fieldOf = (fields: Readonly<Record<string, fc.Arbitrary<Fields>>>, isOfNumber: boolean) =>
  fc
    .constantFrom(...Object.entries(fields))
    .chain(([name, value]) =>
      broken(value).map((given): Change => ({ is: 'field', name, isOfNumber, given })),
    );

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      is: fc.constant('messages' as const),
      messages: fc.array(message, { minLength: 1, maxLength: 5 }),
      statuses: fc.array(broken(statusItem), { maxLength: 2 }),
      errors: fc.array(broken(errorItem), { maxLength: 1 }),
      hasContacts: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('echoes' as const),
      messages: fc.array(message, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fieldOf(NUMBER_FIELDS, true) },
  { weight: 2, arbitrary: fieldOf(ACCOUNT_FIELDS, false) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...BROKEN_CHANGES).map((each): Change => ({ is: 'broken', change: each })),
  },
);

export const plans: fc.Arbitrary<Plan> = fc.record({
  entries: fc.array(
    fc.record({ number: fc.nat(1), changes: fc.array(change, { minLength: 1, maxLength: 3 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
});

/** Each documented field and each type once, as documented. */
export const everything: fc.Arbitrary<Plan> = fc
  .tuple(
    ...fieldsOf(NUMBER_FIELDS, true),
    ...fieldsOf(ACCOUNT_FIELDS, false),
    ...MESSAGE_TYPES.map((type) =>
      messageItem([type]).map((item): Change => {
        const messages = [{ item, changes: null, isByContact: false }];
        return { is: 'messages', messages, statuses: [], errors: [], hasContacts: true };
      }),
    ),
  )
  .map((changes) => ({ entries: [{ number: 0, changes }] }));

function fieldsOf(fields: Readonly<Record<string, fc.Arbitrary<Fields>>>, isOfNumber: boolean) {
  return Object.entries(fields).map(([name, arbitrary]) =>
    arbitrary.map((value): Change => ({ is: 'field', name, isOfNumber, given: { value, changes: null } })),
  );
}

/** The callback of a plan, with new ids. */
export function callbackOf({ entries }: Plan, numbers: readonly NumberIds[], newId: () => string): Callback {
  const sent: Sent[] = [];
  const written = entries.map(({ number, changes }) => {
    const ids = numbers[number % numbers.length];
    if (!ids) throw new Error('the scene has no number');
    const write = (each: Change) =>
      changeOf(each, ids, (message, isEcho) => {
        const one = sentOf(message, { number: number % numbers.length, isEcho, newId });
        sent.push(one);
        return one.item;
      });
    return { id: ids.wabaId, time: 1_749_416_383, changes: changes.map(write) };
  });
  const json = JSON.stringify({ object: 'whatsapp_business_account', entry: written });
  return { json: asProvider(json), sent };
}

/** The provider escapes what is not ASCII, and slashes. */
const asProvider = (json: string) =>
  json
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

function changeOf(
  change: Change,
  ids: NumberIds,
  send: (message: Message, isEcho: boolean) => Fields,
): unknown {
  const about = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: ids.digits, phone_number_id: ids.phoneNumberId },
  };
  switch (change.is) {
    case 'broken':
      return change.change;
    case 'field': {
      const { name, isOfNumber, given } = change;
      return { field: name, value: { ...(isOfNumber && about), ...asGiven(given) } };
    }
    case 'echoes':
      return {
        field: 'smb_message_echoes',
        value: { ...about, message_echoes: change.messages.map((each) => send(each, true)) },
      };
    case 'messages': {
      const { messages, statuses, errors, hasContacts } = change;
      const contacts = contactsOf(messages, hasContacts);
      return {
        field: 'messages',
        value: {
          ...about,
          ...(contacts.length > 0 && { contacts }),
          messages: messages.map((each) => send(each, false)),
          ...(statuses.length > 0 && { statuses: statuses.map(asGiven) }),
          ...(errors.length > 0 && { errors: errors.map(asGiven) }),
        },
      };
    }
    default:
      return change satisfies never;
  }
}

const asGiven = ({ value, changes }: Broken): Fields => (changes ? mutated(value, changes) : value);

/** One contact names the author, even of an item that names none. */
const isByContact = (messages: readonly Message[]) =>
  messages.length === 1 && messages[0]?.isByContact === true;

function contactsOf(messages: readonly Message[], hasContacts: boolean): object[] {
  if (!hasContacts && !isByContact(messages)) return [];
  return messages.map(({ item: { fields } }) => ({
    profile: { name: 'Sheena' },
    ...(fields.from !== undefined && { wa_id: String(fields.from).replace('+', '') }),
    ...(fields.from_user_id !== undefined && { user_id: fields.from_user_id }),
  }));
}

function sentOf(
  message: Message,
  { number, isEcho, newId }: { number: number; isEcho: boolean; newId: () => string },
): Sent {
  const { item, changes } = message;
  const { from, from_user_id, ...others } = item.fields;
  const whole = isEcho
    ? {
        ...others,
        from: '15550783881',
        ...(from !== undefined && { to: from }),
        ...(from_user_id !== undefined && { to_user_id: from_user_id }),
      }
    : item.fields;
  const fields = changes ? mutated(whole, changes) : { ...whole };
  const id = newId();
  if (fields.id === NEW_ID) fields.id = id;
  const customer = isEcho
    ? customerIn(fields.to, from === undefined && fields.to_user_id)
    : customerIn(fields.from, from === undefined && fields.from_user_id);
  return { number, id, item: fields, kind: item.kind, isMutated: changes !== null, isEcho, customer };
}

/** Null where an item names its customer in an unusual form. */
function customerIn(number: unknown, userId: unknown): string | null {
  if (typeof number === 'string' || typeof number === 'number') {
    const digits = String(number).replace(/^\+/, '');
    return /^62\d{9,10}$/.test(digits) ? digits : null;
  }
  return number === undefined && typeof userId === 'string' && /^ID\.\d+$/.test(userId) ? userId : null;
}

/** Whether the item must be stored as a message: it has an id and an author, and is no change of another one. */
export function isMessage({ id, item, customer, isEcho }: Sent): boolean {
  if (item.id !== id || customer === null || item.group_id) return false;
  const isChange = (name: string) => item.type === name || item[name] !== undefined;
  return !NO_MESSAGES.some(isChange) && !(isEcho && isChange('edit'));
}
