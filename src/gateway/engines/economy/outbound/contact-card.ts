import type { proto } from 'baileys';
import { writeVcard } from '../../../../platform/lib/vcard.ts';
import type { ContactCard } from '../../content-kinds.ts';
import type { Card } from '../../sent-kinds/contacts.ts';

/** One card, or a list of them. */
export function cardsOf(contacts: readonly ContactCard[]): proto.IMessage {
  const cards = contacts.map(cardOf);
  const [first, ...others] = cards;
  if (first && others.length === 0) return { contactMessage: first };
  return { contactsArrayMessage: { displayName: `${cards.length} contacts`, contacts: cards } };
}

/** Checked at the admission. */
function cardOf(card: ContactCard): proto.Message.IContactMessage {
  const { name, phones = [], emails = [], org, addresses = [], urls = [], birthday = '' } = card as Card;
  const {
    formatted_name,
    first_name = '',
    middle_name = '',
    last_name = '',
    prefix = '',
    suffix = '',
  } = name;
  const vcard = writeVcard([
    ['FN', formatted_name],
    ['N', last_name, first_name || (last_name ? '' : formatted_name), middle_name, prefix, suffix],
    ...phones.map(
      ({ phone, type, wa_id }) => [`TEL${typed(type)}${wa_id ? `;waid=${wa_id}` : ''}`, phone] as const,
    ),
    ...emails.map(({ email, type }) => [`EMAIL${typed(type)}`, email] as const),
    ['ORG', org?.company ?? '', ...(org?.department ? [org.department] : [])],
    ['TITLE', org?.title ?? ''],
    ...addresses.map(
      ({ street = '', city = '', state = '', zip = '', country = '', type }) =>
        [`ADR${typed(type)}`, '', '', street, city, state, zip, country] as const,
    ),
    ...urls.map(({ url, type }) => [`URL${typed(type)}`, url] as const),
    ['BDAY', birthday],
  ]);
  return { displayName: formatted_name, vcard };
}

const typed = (type: string | undefined) => (type === undefined ? '' : `;type=${type}`);
