import { z } from 'zod';
import { Contact, ContactDetails } from '../../../gateway/contacts/contact.ts';

export const ChangeContactOf = ContactDetails;
export type ChangeContactOf = z.infer<typeof ChangeContactOf>;

export const ContactOf = z
  .object({
    contact: Contact.nullable().meta({
      description: 'Null: the number has no contact yet, is hidden, or it is a visitor of a web page.',
    }),
    opted_out: z.boolean().meta({ description: 'The person gets no broadcasts.', examples: [false] }),
  })
  .meta({ id: 'ContactOfConversation' });
