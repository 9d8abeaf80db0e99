import { digitsOf } from '../../../src/platform/lib/phone.ts';
import { GraphError } from '../api/graph-error.ts';
import type { Cloud } from '../cloud.ts';
import { USER_ID } from '../ids.ts';
import type { Json } from '../json.ts';
import { findGroup } from '../people/groups.ts';
import { findPerson } from '../people/people.ts';
import type { CloudNumber, Person } from '../records.ts';

export interface Recipient {
  input: string;
  peer: string;
  person: Person | null;
  /** All addresses of the person, to match faults. */
  addresses: readonly string[];
}

/** Two digits are enough for simulated businesses. */
const COUNTRY_CODE = /^(1|7|\d{2})/;

/** Parses `to` (a number) or `recipient` (a business-scoped id). Throws GraphError. */
export function readRecipient(cloud: Cloud, number: CloudNumber, body: Json): Recipient {
  const { to, recipient, recipient_type: kind } = body;
  if (kind === 'group') return readGroup(cloud, number, to);
  if (kind !== undefined && kind !== 'individual')
    throw new GraphError(100, { details: `Param recipient_type must be one of {INDIVIDUAL, GROUP}` });
  if (to !== undefined && recipient !== undefined)
    throw new GraphError(100, { details: 'Only one of the parameters to and recipient can be given' });
  const found = recipient === undefined ? readNumber(cloud, number, to) : readUserId(cloud, recipient);
  if (found.peer === number.digits)
    throw new GraphError(131021, { details: 'Sender and recipient phone number is the same' });
  return found;
}

function readGroup(cloud: Cloud, { data }: CloudNumber, to: unknown): Recipient {
  const group = typeof to === 'string' ? findGroup(cloud, to) : null;
  if (group?.phone_number_id !== data.phone_number_id)
    throw new GraphError(131009, { details: 'Param to is not the id of a group of this number' });
  return { input: group.id, peer: group.id, person: null, addresses: [group.id] };
}

function readNumber(cloud: Cloud, number: CloudNumber, to: unknown): Recipient {
  if (to === undefined || to === '')
    throw new GraphError(100, { message: '(#100) The parameter to is required.' });
  const input = typeof to === 'number' ? String(to) : to;
  if (typeof input !== 'string' || !/^\+?[\d\s()-]+$/.test(input))
    throw new GraphError(100, { details: 'Param to must be a phone number' });
  const digits = international(digitsOf(input), input, number);
  if (digits.length < 7 || digits.length > 15)
    throw new GraphError(100, { details: 'Param to must be a valid WhatsApp phone number' });
  const person = findPerson(cloud, digits);
  const peer = person?.wa_id ?? digits;
  return { input, peer, person, addresses: [digits, peer, ...(person ? [person.user_id] : [])] };
}

function international(digits: string, input: string, { digits: own, behaviour }: CloudNumber): string {
  if (behaviour.bare_numbers === 'international' || input.trimStart().startsWith('+')) return digits;
  return (COUNTRY_CODE.exec(own)?.[0] ?? '') + digits;
}

function readUserId(cloud: Cloud, recipient: unknown): Recipient {
  if (typeof recipient !== 'string' || !USER_ID.test(recipient))
    throw new GraphError(100, { details: 'Param recipient must be a business-scoped user id' });
  const person = findPerson(cloud, recipient);
  if (!person)
    throw new GraphError(100, { details: 'Param recipient is not a known business-scoped user id' });
  return { input: recipient, peer: person.wa_id, person, addresses: [person.wa_id, person.user_id] };
}

/** The addresses in an unchecked request. */
export function addressesOf(cloud: Cloud, body: Json): string[] {
  const named = [body.to, body.recipient].find((each) => typeof each === 'string');
  if (typeof named !== 'string') return [];
  if (body.recipient_type === 'group') return [named];
  const address = USER_ID.test(named) ? named : digitsOf(named);
  const person = findPerson(cloud, address);
  return person ? [address, person.wa_id, person.user_id] : [address];
}
