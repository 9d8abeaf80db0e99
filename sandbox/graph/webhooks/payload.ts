import { createHmac } from 'node:crypto';

/** One thing to tell a business: a status, which travels with others of its number, or the whole value of a change. */
export interface Update {
  waba_id: string;
  phone_number_id: string;
  /** Digits only: that is how webhooks name the number. */
  display_phone_number: string;
  field: string;
  kind: 'status' | 'value';
  /** When it happened, in seconds since 1970; null for what says so itself, as messages do. */
  time: number | null;
  /** Escaped as `escaped` does it. */
  json: string;
  /** Called once the business has taken it, or nobody will try any more. */
  onEnd?: () => void;
}

const OPEN = '{"object":"whatsapp_business_account","entry":[';

/** JSON the way the provider writes it: ASCII only, and with `\/`. A signature over anything else does not fit. */
export function escaped(value: unknown): string {
  // Outside of strings neither kind of character occurs in JSON.
  return JSON.stringify(value).replace(/[/\u007f-\uffff]/g, (char) =>
    char === '/' ? '\\/' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** `X-Hub-Signature-256` of these bytes. */
export function signatureOf(body: string, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
}

/** The body of one webhook: an entry per business account and time, a change per value, statuses of a number in one change. */
export function bodyOf(updates: readonly Update[]): string {
  const heads = Map.groupBy(updates, ({ waba_id, time }) => {
    const moment = time === null ? '' : `,"time":${time}`;
    return `"id":${escaped(waba_id)}${moment}`;
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
    const metadata = escaped({ display_phone_number: first.display_phone_number, phone_number_id: id });
    const items = [first, ...more].map(({ json }) => json).join(',');
    const value = `{"messaging_product":"whatsapp","metadata":${metadata},"statuses":[${items}]}`;
    changes.push(`{"value":${value},"field":"messages"}`);
  }
  for (const { kind, json, field } of updates) {
    if (kind === 'value') changes.push(`{"value":${json},"field":${escaped(field)}}`);
  }
  return changes;
}
