import { randomBytes } from 'node:crypto';
import { SECOND } from '../../../src/platform/lib/clock.ts';
import type { Cloud } from '../cloud.ts';
import type { CloudNumber } from '../records.ts';
import { messagesEnvelope, notifyValue } from '../webhooks/notify.ts';
import type { CallBody } from './inbound-schema.ts';
import { contactOf, getPerson } from './people.ts';

/** A person calls the business: two webhooks. It opens the reply window, as on the network. Answers the id. */
export function callBusiness(cloud: Cloud, number: CloudNumber, { from, status }: CallBody): string {
  const person = getPerson(cloud, from);
  const at = cloud.clock.now();
  cloud.pairs.get(number.data.phone_number_id, person.wa_id, at, () => person).lastInboundAt = at;
  const call = {
    id: `wacid.${randomBytes(24).toString('base64url')}`,
    ...(!person.hidden && { from: person.wa_id }),
    from_user_id: person.user_id,
    to: number.digits,
    direction: 'USER_INITIATED',
    timestamp: String(Math.floor(at / SECOND)),
  };
  for (const event of [{ event: 'connect' }, { event: 'terminate', status }]) {
    const value = {
      ...messagesEnvelope(number),
      contacts: [contactOf(person)],
      calls: [{ ...call, ...event }],
    };
    notifyValue(cloud, number, 'calls', value);
  }
  return call.id;
}
