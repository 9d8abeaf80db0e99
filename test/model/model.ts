import type { DeviceStatus } from '../../src/gateway/devices/schema.ts';
import type { MessageStatus } from '../../src/gateway/messages/schema.ts';
import type { AccountStatus } from '../../src/platform/accounts/schema.ts';
import { MINUTE } from '../../src/platform/lib/clock.ts';

/** The rules of messages, devices and quota for one account, without a database. */

export interface ModelDevice {
  uuid: string;
  id: number;
  engine: 'economy' | 'official_cloud';
  status: DeviceStatus;
  released: boolean;
}

export interface ModelMessage {
  id: number;
  device: ModelDevice;
  type: string;
  /** The request that created the message. */
  request: string;
  status: MessageStatus;
  error: string | null;
  waMessageId: string | null;
  createdAt: Date;
  /** All announced statuses in order. */
  announced: MessageStatus[];
}

/** The input of POST /v1/messages. */
export interface SendRequest {
  key: string | null;
  /** Index of the device (modulo their number), or an unknown device. */
  device: number | 'unknown';
  to: keyof typeof RECIPIENTS;
  content: keyof typeof CONTENTS;
}

export const RECIPIENTS = { good: '081234567890', short: '12-34', missing: undefined } as const;

const button = { id: 'ya', title: 'Ya' };

interface Content {
  fields: { type?: string; [field: string]: unknown };
  /** Fields that every engine refuses. */
  wrong?: readonly string[];
  /** The refusal of an engine that sends choices. */
  choices?: Refusal[1];
}

const contents = {
  text: { fields: { body: 'Halo' } },
  image: { fields: { type: 'image', media_url: 'https://example.com/a.jpg', body: 'Lihat' } },
  button: { fields: { type: 'button', body: 'Pilih', interactive: { buttons: [button] } } },
  list: {
    fields: {
      type: 'list',
      body: 'Pilih',
      interactive: { button_text: 'Buka', sections: [{ rows: [button] }] },
    },
  },
  blank: { fields: { body: ' ' }, wrong: ['body'] },
  gif: { fields: { type: 'gif', body: 'Halo' }, wrong: ['type'] },
  imageWithoutUrl: { fields: { type: 'image', body: 'Lihat' }, wrong: ['media_url'] },
  buttonWithoutBody: {
    fields: { type: 'button', interactive: { buttons: [] } },
    choices: 'interactive_body_required',
  },
  noButtons: {
    fields: { type: 'button', body: 'Pilih', interactive: { buttons: [] } },
    choices: ['interactive.buttons'],
  },
} satisfies Record<string, Content>;
export const CONTENTS: Readonly<Record<keyof typeof contents, Content>> = contents;

/** Status, and the error code or the wrong fields. */
export type Refusal = readonly [status: number, problem: string | readonly string[]];
export type Verdict = { refused: Refusal } | { replayOf: ModelMessage } | { accepted: ModelDevice };

const RANKS: readonly MessageStatus[] = ['queued', 'sent', 'delivered', 'read'];

export class Model {
  plan = {
    rate_per_minute: 60,
    monthly_quota: null as number | null,
    max_devices: 3,
    storage_bytes: null as number | null,
  };
  status: AccountStatus = 'active';
  /** Since when the account is suspended. */
  #suspendedAt: Date | null = null;
  #suspensions: { from: Date; until: Date }[] = [];
  devices: ModelDevice[] = [];
  messages = new Map<string, ModelMessage>();
  /** Accepted requests in the current minute of the database clock. */
  window = { minute: 0, used: 0 };
  /** Keys used by bursts. They never repeat. */
  bursts = 0;
  #sent = new Map<string, number>();
  #calls = new Map<string, number>();
  #now: Date;

  constructor(now: Date) {
    this.#now = now;
  }

  /** Sets the clock. */
  moveTo(now: Date): void {
    this.#now = now;
  }

  get sent(): number {
    return this.#sent.get(monthOf(this.#now)) ?? 0;
  }

  get calls(): number {
    return this.#calls.get(monthOf(this.#now)) ?? 0;
  }

  /** Remaining units of quota. Infinity without a quota. */
  get remainingQuota(): number {
    return this.plan.monthly_quota === null ? Infinity : Math.max(0, this.plan.monthly_quota - this.sent);
  }

  /** Requests that the rate limit still allows in this minute. */
  get remainingRate(): number {
    return Math.max(0, this.plan.rate_per_minute - this.window.used);
  }

  /** Counts a call with a valid key. */
  count(calls = 1): void {
    const month = monthOf(this.#now);
    if (this.status === 'active') this.#calls.set(month, this.calls + calls);
  }

  deviceOf({ device }: SendRequest): ModelDevice | undefined {
    return device === 'unknown' ? undefined : this.devices[device % this.devices.length];
  }

  /** The result of a request after the rate limit, in the order of the contract. */
  judge(request: SendRequest): Verdict {
    const refused = (...refusal: Refusal): Verdict => ({ refused: refusal });
    if (request.key === null) return refused(422, 'idempotency_key_required');
    const earlier = this.messages.get(request.key);
    if (earlier) return { replayOf: earlier };

    const content = CONTENTS[request.content];
    const wrong = wrongFields(request, content.wrong ?? []);
    if (wrong.length > 0) return refused(422, wrong);
    if (request.to === 'short') return refused(422, 'invalid_phone');

    const device = this.deviceOf(request);
    if (!device) return refused(404, 'device_not_found');
    if (hasChoices(request) && device.engine === 'economy') return refused(422, 'interactive_not_supported');
    if (content.choices) return refused(422, content.choices);
    if (device.status !== 'connected' || device.released) return refused(409, 'device_disconnected');
    if (this.remainingQuota === 0) return refused(402, 'quota_exceeded');
    return { accepted: device };
  }

  /** Stores the message and uses a unit of quota. */
  accept(key: string, id: number, device: ModelDevice, request: SendRequest): ModelMessage {
    const { fields } = CONTENTS[request.content];
    const message: ModelMessage = {
      id,
      device,
      type: fields.type ?? 'text',
      request: this.requestIdentity(request),
      status: 'queued',
      error: null,
      waMessageId: null,
      createdAt: this.#now,
      announced: [],
    };
    this.messages.set(key, message);
    this.#sent.set(monthOf(this.#now), this.sent + 1);
    return message;
  }

  /** Distinguishes requests with the same key. */
  requestIdentity(request: SendRequest): string {
    return JSON.stringify([this.deviceOf(request)?.uuid, request.to, request.content]);
  }

  /** A status report. Ranks only rise, and skipped ranks are announced too. */
  report(message: ModelMessage, status: MessageStatus): void {
    if (RANKS.indexOf(message.status) < 0) return;
    for (const rank of RANKS.slice(RANKS.indexOf(message.status) + 1, RANKS.indexOf(status) + 1)) {
      message.status = rank;
      message.waMessageId = waIdOf(message.id);
      message.announced.push(rank);
    }
  }

  /** Fails the message. */
  fail(message: ModelMessage, error: string, refund: boolean): void {
    if (message.status !== 'queued' && message.status !== 'sent') return;
    message.status = 'failed';
    message.error = error;
    message.announced.push('failed');
    const month = monthOf(message.createdAt);
    if (refund) this.#sent.set(month, (this.#sent.get(month) ?? 0) - 1);
  }

  /** A cancelled account keeps its status. */
  setStatus(status: AccountStatus): void {
    if (this.status === 'cancelled') return;
    if (status === 'suspended') this.#suspendedAt ??= this.#suspensionStart();
    else if (this.#suspendedAt !== null) {
      this.#suspensions.push({ from: this.#suspendedAt, until: this.#now });
      this.#suspendedAt = null;
    }
    this.status = status;
  }

  /** Less than a minute of activity counts as suspended. */
  #suspensionStart(): Date {
    const last = this.#suspensions.at(-1)?.until;
    return last && this.#now.getTime() - last.getTime() < MINUTE ? last : this.#now;
  }

  /** The time that a message has waited, without suspensions. */
  #waitedMs({ createdAt }: ModelMessage): number {
    const current = this.#suspendedAt && { from: this.#suspendedAt, until: this.#now };
    const suspendedMs = [...this.#suspensions, ...(current ? [current] : [])]
      .map(({ from, until }) => until.getTime() - Math.max(from.getTime(), createdAt.getTime()))
      .reduce((sum, ms) => sum + Math.max(0, ms), 0);
    return this.#now.getTime() - createdAt.getTime() - suspendedMs;
  }

  /** Fails messages of a cancelled account or without a device, and messages that waited for longer than `limitMs`. */
  expireQueued(limitMs: number): void {
    for (const message of this.messages.values()) {
      if (message.status !== 'queued') continue;
      const { released, status } = message.device;
      if (this.status === 'cancelled') this.fail(message, 'account_cancelled', true);
      else if (released) this.fail(message, 'device_released', true);
      else if (status === 'banned') this.fail(message, 'device_banned', true);
      else if (this.#waitedMs(message) > limitMs) this.fail(message, 'expired', true);
    }
  }
}

export const waIdOf = (id: number) => `3EB0${id}`;
export const monthOf = (at: Date) => at.toISOString().slice(0, 7);
const hasChoices = ({ content }: SendRequest) =>
  ['button', 'list', 'buttonWithoutBody', 'noButtons'].includes(content);

/** A missing type does not change the other fields. */
function wrongFields({ to }: SendRequest, wrong: readonly string[]): readonly string[] {
  return to === 'missing' && !wrong.includes('type') ? ['to', ...wrong] : wrong;
}
