import type { proto } from 'baileys';
import { cut } from '../../../../platform/lib/text.ts';
import {
  vcardCompany,
  vcardEmails,
  vcardFields,
  vcardName,
  vcardPhones,
} from '../../../../platform/lib/vcard.ts';
import { MAX_NAME } from '../../content-bounds.ts';
import type { ContactCard } from '../../content-kinds.ts';

const MAX_CARD = 65_536;
const MAX_EACH = 10;
const MAX_PHONE = 50;

/** A contact card under the keys of the official provider. */
export function readCard({ displayName, vcard }: proto.Message.IContactMessage): ContactCard {
  const fields = vcardFields(cut(vcard ?? '', MAX_CARD));
  const phones = vcardPhones(fields)
    .slice(0, MAX_EACH)
    .map(({ phone, waid }) => ({
      ...(phone && { phone: cut(phone, MAX_PHONE) }),
      ...(waid !== null && { wa_id: waid }),
    }));
  const emails = vcardEmails(fields).slice(0, MAX_EACH);
  const company = cut(vcardCompany(fields), MAX_NAME);
  return {
    name: { formatted_name: cut(displayName || vcardName(fields), MAX_NAME) },
    phones,
    ...(emails.length > 0 && { emails: emails.map((email) => ({ email: cut(email, MAX_NAME) })) }),
    ...(company && { org: { company } }),
  };
}
