import { SECOND } from '../../../src/platform/lib/clock.ts';
import type { Cloud } from '../cloud.ts';
import type { Json } from '../json.ts';
import type { CloudNumber, Override } from '../records.ts';
import { providerJson, type Update } from './payload.ts';
import type { Destination } from './webhook-sender.ts';

/** The webhook URL of the number, its account or the app. */
export function destinationOf(cloud: Cloud, { data }: CloudNumber, field: string): Destination | null {
  // Overrides apply to `messages` only.
  const override = field === 'messages' ? overrideOf(cloud, data) : null;
  const url = override?.callback_url ?? cloud.app.callback_url;
  return url === null ? null : { url, appSecret: data.app_secret ?? cloud.app.app_secret };
}

function overrideOf(cloud: Cloud, data: { override: Override | null; waba_id: string }): Override | null {
  return data.override ?? cloud.app.waba_overrides[data.waba_id] ?? null;
}

/** Sends a change to the business. Only changes of the account carry a time. */
export function notifyValue(
  cloud: Cloud,
  number: CloudNumber,
  field: string,
  value: Json,
  onEnd?: () => void,
): void {
  const isOfNumber = field === 'messages' || 'metadata' in value;
  enqueueUpdate(cloud, number, {
    ...numberFields(number),
    field,
    kind: 'value',
    time: isOfNumber ? null : Math.floor(cloud.clock.now() / SECOND),
    json: providerJson(value),
    ...(onEnd && { onEnd }),
  });
}

/** Sends a status, and who it is about unless that is unknown or the message failed. */
export function notifyStatus(
  cloud: Cloud,
  number: CloudNumber,
  { status, contact }: { status: Json; contact: Json | null },
  onEnd?: () => void,
): void {
  enqueueUpdate(cloud, number, {
    ...numberFields(number),
    field: 'messages',
    kind: 'status',
    time: null,
    json: providerJson(status),
    contact: contact && providerJson(contact),
    ...(onEnd && { onEnd }),
  });
}

/** The common fields of a `messages` change. */
export function messagesEnvelope({ data, digits }: CloudNumber): Json {
  return {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: digits, phone_number_id: data.phone_number_id },
  };
}

function enqueueUpdate(cloud: Cloud, number: CloudNumber, update: Update): void {
  const destination = destinationOf(cloud, number, update.field);
  if (destination) {
    cloud.webhooks.enqueue(destination, update);
    return;
  }
  cloud.log.warn({ phoneNumberId: number.data.phone_number_id }, 'cloud.webhook_without_address');
  update.onEnd?.();
}

function numberFields({ data, digits }: CloudNumber) {
  return {
    waba_id: data.waba_id,
    phone_number_id: data.phone_number_id,
    display_phone_number: digits,
  };
}
