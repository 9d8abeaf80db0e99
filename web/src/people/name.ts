import type { Schema } from '../api/schemas.ts';
import { phoneText } from '../numbers/phone-text.ts';
import { language } from '../texts/language.ts';
import { translate } from '../texts/translate.ts';

const VISITOR = '@visitor';

/** Whether the number of a person is the id of a visitor of a web site. */
export const isVisitor = (phone: string): boolean => phone.endsWith(VISITOR);

/** Whether the network hides the number of a person, and gives an id in its place. */
export const isHidden = (phone: string): boolean => !isVisitor(phone) && !/^\d+$/.test(phone);

/** The name or the number. People with neither get a name. */
export function nameOf({ person: { name, phone } }: Pick<Schema<'Conversation'>, 'person'>): string {
  if (name?.trim()) return name.trim();
  const stranger = isVisitor(phone) ? 'visitor' : isHidden(phone) ? 'hiddenCustomer' : null;
  return stranger ? translate('common.people', language(), stranger, { id: idEnd(phone) }) : phoneText(phone);
}

/** The last digits of the id tell two people without a number apart. */
const idEnd = (phone: string): string => phone.replace(/@\w+$/, '').slice(-4);
