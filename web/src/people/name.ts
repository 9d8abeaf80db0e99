import type { Schema } from '../api/schemas.ts';
import { phoneText } from '../numbers/phone-text.ts';
import { language } from '../texts/language.ts';
import { translate } from '../texts/translate.ts';
import { visitorNumber } from './visitor-number.ts';

const VISITOR = '@visitor';

/** Whether the number of a person is the id of a visitor of a web site. */
export const isVisitor = (phone: string): boolean => phone.endsWith(VISITOR);

/** Whether the network hides the number of a person, and gives an id in its place. */
export const isHidden = (phone: string): boolean => !isVisitor(phone) && !/^\d+$/.test(phone);

/** A number as people write it; who has none gets a word, as in lists of messages. */
export function addressText(phone: string): string {
  if (phone === '') return '–';
  const word = phone.endsWith('@erased') ? 'erased' : phone.endsWith('@g.us') ? 'group' : strangerOf(phone);
  return word ? translate('common.people', language(), word, { id: idEnd(phone) }) : phoneText(phone);
}

/** The name or the number. People with neither get a name. */
export function nameOf({
  person: { name, phone },
}: {
  person: Pick<Schema<'Conversation'>['person'], 'name' | 'phone'>;
}): string {
  if (name?.trim()) return name.trim();
  return addressText(phone);
}

const strangerOf = (phone: string) =>
  isVisitor(phone) ? 'visitor' : isHidden(phone) ? 'hiddenCustomer' : null;

/** The last digits of the id tell two people without a number apart. */
function idEnd(phone: string): string {
  const id = phone.replace(/@\w+$/, '');
  return isVisitor(phone) ? visitorNumber(id) : id.slice(-4);
}
