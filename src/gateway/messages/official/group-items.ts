import type { Context } from '../../../context.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { within } from '../../../platform/lib/deadline.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { smallCache } from '../../../platform/lib/small-cache.ts';
import { MAX_GROUPS, noteGroup } from '../../devices/groups/groups.ts';
import { askAboutGroups } from '../../devices/groups/questions.ts';
import type { OfficialDevice } from '../../devices/official/business-account.ts';
import type { ChatItem, GroupItem } from '../../engines/callbacks.ts';
import type { ItemWriter } from './item-writer.ts';

/** Of all devices. */
const MAX_KNOWN = 10_000;
/** Then the provider is asked for the subject again. */
const KNOWN_MS = 600 * SECOND;
/** Callbacks are answered soon: later messages have the subject. */
const SUBJECT_WAIT_MS = 2 * SECOND;

interface Subject {
  askedAt: number;
  answer: Promise<void>;
  text: string | null;
}

/** Writes messages of groups for devices that take part in groups, and notes the groups of the others. */
export class GroupItems {
  readonly #ctx: Context;
  readonly #writer: ItemWriter;
  /** Only a group's first message asks the database. */
  readonly #noted = smallCache<string, true>(MAX_KNOWN);
  readonly #subjects = smallCache<string, Subject>(MAX_KNOWN);

  constructor(ctx: Context, writer: ItemWriter) {
    this.#ctx = ctx;
    this.#writer = writer;
  }

  async write(device: OfficialDevice, item: GroupItem): Promise<void> {
    if (device.groups === 'on') {
      const items = await Promise.all(item.items.map((each) => this.#withSubject(device, each)));
      await Promise.all(items.map((each) => this.#writer.write(device, each)));
      return;
    }
    const { phoneNumberId, payload } = item;
    await this.#writer.write(device, { kind: 'other', phoneNumberId, field: 'group_message', payload });
  }

  /** Of a device that takes no part in groups. */
  async note(deviceId: number, items: readonly GroupItem[]): Promise<void> {
    const byId = new Map(items.map(({ groupId, at }) => [groupId, at]));
    for (const [groupId, at] of [...byId].slice(0, MAX_GROUPS)) {
      const key = `${deviceId} ${groupId}`;
      if (groupId === null || this.#noted.has(key)) continue;
      await noteGroup(this.#ctx, deviceId, { groupId, at });
      this.#noted.set(key, true);
    }
  }

  async #withSubject(device: OfficialDevice, item: ChatItem): Promise<ChatItem> {
    if (item.kind !== 'message' || !item.message.group) return item;
    const { message } = item;
    const { id } = item.message.group;
    const subject = await this.#subjectOf(device, id);
    return { ...item, message: { ...message, group: { id, subject } } };
  }

  async #subjectOf(device: OfficialDevice, id: string): Promise<string | null> {
    const key = `${device.id} ${id}`;
    const now = this.#ctx.now().getTime();
    let subject = this.#subjects.get(key);
    if (!subject || now - subject.askedAt >= KNOWN_MS) {
      subject = this.#ask(device, id, { askedAt: now, text: subject?.text ?? null });
      this.#subjects.set(key, subject);
    }
    if (subject.text === null) await within(SUBJECT_WAIT_MS, subject.answer);
    return subject.text;
  }

  /** Never rejects. */
  #ask(device: OfficialDevice, id: string, known: Omit<Subject, 'answer'>): Subject {
    const subject: Subject = { ...known, answer: Promise.resolve() };
    subject.answer = askAboutGroups(this.#ctx, device, id).then(
      ([group]) => {
        subject.text = group?.subject ?? subject.text;
      },
      (err: unknown) => {
        if (!(err instanceof ApiError))
          this.#ctx.log.warn({ err, deviceUuid: device.device_uuid }, 'official.group_unnamed');
      },
    );
    return subject;
  }
}
