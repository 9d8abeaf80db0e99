import { z } from 'zod';
import { defineEvent, timestamp } from '../../events/event.ts';
import { OptOut } from './schema.ts';

const device_uuid = z.null().meta({ description: 'Null: opt-outs are of the account.', examples: [null] });
const { phone, word, reason } = OptOut.shape;

export const CONTACT_OPTED_OUT = defineEvent(
  'contact.opted_out',
  {
    schema: 'ContactOptedOutEvent',
    description: 'A customer is on the list of opt-outs now, and gets no broadcasts.',
    summary: 'Customer opted out',
    operationId: 'onContactOptedOut',
  },
  { device_uuid, timestamp, phone, reason, word },
);

export const CONTACT_OPTED_IN = defineEvent(
  'contact.opted_in',
  {
    schema: 'ContactOptedInEvent',
    description:
      'An opt-out ended: the customer wrote a word, resumed in WhatsApp, or the account removed it.',
    summary: 'Customer opted in again',
    operationId: 'onContactOptedIn',
  },
  { device_uuid, timestamp, phone },
);
