import { createHmac } from 'node:crypto';

export interface Update {
  waba_id: string;
  phone_number_id: string;
  display_phone_number: string;
  field: string;
  kind: 'status' | 'value';
  /** Unix seconds, or null when the value contains its time. */
  time: number | null;
  json: string;
  /** Of a status: who got the message, as JSON. Null: unknown, or the message failed. */
  contact?: string | null;
  /** After delivery, or when the sender gives up. */
  onEnd?: () => void;
}

const OPEN = '{"object":"whatsapp_business_account","entry":[';

/** JSON in the encoding that the provider signs: ASCII with `\/`. */
export function providerJson(value: unknown): string {
  // JSON has these characters inside strings only.
  return JSON.stringify(value).replace(/[/\u007f-\uffff]/g, (char) =>
    char === '/' ? '\\/' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The `X-Hub-Signature-256` header. */
export function signatureOf(body: string, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
}

/** One entry per account and time, one change for the statuses of a number. */
export function webhookBody(updates: readonly Update[]): string {
  const heads = Map.groupBy(updates, ({ waba_id, time }) => {
    const moment = time === null ? '' : `,"time":${time}`;
    return `"id":${providerJson(waba_id)}${moment}`;
  });
  const entries = [...heads].map(([head, own]) => `{${head},"changes":[${changesOf(own).join(',')}]}`);
  return `${OPEN}${entries.join(',')}]}`;
}

function changesOf(updates: readonly Update[]): string[] {
  const changes: string[] = [];
  const statuses = Map.groupBy(
    updates.filter(({ kind }) => kind === 'status'),
    ({ phone_number_id }) => phone_number_id,
  );
  for (const [id, [first, ...more]] of statuses) {
    if (!first) continue;
    const metadata = providerJson({ display_phone_number: first.display_phone_number, phone_number_id: id });
    const items = [first, ...more].map(({ json }) => json).join(',');
    const people = new Set([first, ...more].flatMap(({ contact }) => contact ?? []));
    const contacts = people.size > 0 ? `"contacts":[${[...people].join(',')}],` : '';
    const value = `{"messaging_product":"whatsapp","metadata":${metadata},${contacts}"statuses":[${items}]}`;
    changes.push(`{"value":${value},"field":"messages"}`);
  }
  for (const { kind, json, field } of updates) {
    if (kind === 'value') changes.push(`{"value":${json},"field":${providerJson(field)}}`);
  }
  return changes;
}
