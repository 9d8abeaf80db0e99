import { SECOND } from '../../../src/lib/clock.ts';
import type { Cloud } from '../cloud.ts';
import type { Json } from '../json.ts';
import type { CloudNumber, Override } from '../records.ts';
import type { Destination } from './callbacks.ts';
import { escaped, type Update } from './payload.ts';

/** Where the webhooks of a number go: its own address, that of its account, that of the app; null when there is none. */
export function destinationOf(cloud: Cloud, { data }: CloudNumber, field: string): Destination | null {
  // Overrides cover messages only.
  const override = field === 'messages' ? overrideOf(cloud, data) : null;
  const url = override?.callback_url ?? cloud.app.callback_url;
  return url === null ? null : { url, appSecret: data.app_secret ?? cloud.app.app_secret };
}

function overrideOf(cloud: Cloud, data: { override: Override | null; waba_id: string }): Override | null {
  return data.override ?? cloud.app.waba_overrides[data.waba_id] ?? null;
}

/** Tells the business the whole value of a change. What names no number is about the account, and comes with its time. */
export function tellValue(
  cloud: Cloud,
  number: CloudNumber,
  field: string,
  value: Json,
  onEnd?: () => void,
): void {
  const isOfNumber = field === 'messages' || 'metadata' in value;
  push(cloud, number, {
    ...addressOf(number),
    field,
    kind: 'value',
    time: isOfNumber ? null : Math.floor(cloud.timeline.now() / SECOND),
    json: escaped(value),
    ...(onEnd && { onEnd }),
  });
}

/** Tells the business a status; statuses of one moment travel together. */
export function tellStatus(cloud: Cloud, number: CloudNumber, status: Json, onEnd?: () => void): void {
  push(cloud, number, {
    ...addressOf(number),
    field: 'messages',
    kind: 'status',
    time: null,
    json: escaped(status),
    ...(onEnd && { onEnd }),
  });
}

/** The beginning of every value about messages. */
export function envelopeOf({ data, digits }: CloudNumber): Json {
  return {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: digits, phone_number_id: data.phone_number_id },
  };
}

function push(cloud: Cloud, number: CloudNumber, update: Update): void {
  const destination = destinationOf(cloud, number, update.field);
  if (destination) {
    cloud.callbacks.push(destination, update);
    return;
  }
  cloud.log.warn({ phoneNumberId: number.data.phone_number_id }, 'cloud.webhook_without_address');
  update.onEnd?.();
}

function addressOf({ data, digits }: CloudNumber) {
  return {
    waba_id: data.waba_id,
    phone_number_id: data.phone_number_id,
    display_phone_number: digits,
  };
}
