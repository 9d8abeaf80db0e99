import { proto } from 'baileys';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UNSUPPORTED_BODY } from '../../../src/gateway/engines/customer-content.ts';
import { decodePlaintext, readContent } from '../../../src/gateway/engines/economy/inbound/content.ts';
import { readDetails } from '../../../src/gateway/engines/economy/inbound/details.ts';
import { detailsJson } from '../../../src/gateway/messages/inbound/details.ts';
import { MINUTE } from '../../../src/platform/lib/clock.ts';
import { CUSTOMER, OWNER, openLine } from '../../harness/line.ts';
import { isLong } from '../../harness/long.ts';
import { everything, FIELDS, filled, UNREAD } from '../../harness/proto-values.ts';
import { tablesOf } from '../../harness/tables.ts';
import { until } from '../../harness/until.ts';

const SEED = 20_251_128;
const CONTENTS = isLong ? 1_500 : 400;
const OWN = { me: { id: '6289:7@s.whatsapp.net', lid: '111:7@lid' } };
const READ = FIELDS.filter(({ name }) => !UNREAD.includes(name));
/** Fields that contain a message. */
const WRAPPERS = FIELDS.filter(({ type }) => type === 'FutureProofMessage').map(({ name }) => name);

type Content = Record<string, unknown>;

const wrapped = (content: Content, wrappers: readonly string[]): Content =>
  wrappers.reduce<Content>((message, name) => ({ [name]: { message } }), content);

const wrappers = fc.array(fc.constantFrom(...WRAPPERS), { maxLength: 12 });
const part = fc.constantFrom(...READ).map((field): Content => {
  const value = filled(
    'Message',
    field,
    everything((name) => `Kata di ${name}`),
  );
  return { [field.name]: value ?? {} };
});
const content = fc
  .tuple(part, wrappers, fc.constantFrom<Content>({}, { extendedTextMessage: {} }, { chat: {} }))
  .map(([message, around, beside]) => wrapped({ ...beside, ...message }, around));

const plaintextOf = (message: Content) =>
  Buffer.concat([proto.Message.encode(proto.Message.fromObject(message)).finish(), Buffer.from([1])]);

test('in any wrappers, beside an empty part, each kind of message is read', () => {
  const property = fc.property(content, (message) => {
    const read = readContent(decodePlaintext(plaintextOf(message)));

    expect(read).not.toBeNull();
    expect(read?.body).not.toBe(UNSUPPORTED_BODY);
  });

  fc.assert(property, { seed: SEED, numRuns: CONTENTS });
});

test('broken bytes of any kind break nothing, and have bounds', () => {
  const change = fc.record({ at: fc.nat(), to: fc.nat(255), cut: fc.boolean() });
  const property = fc.property(
    content,
    fc.array(change, { minLength: 1, maxLength: 4 }),
    (message, changes) => {
      let bytes = plaintextOf(message);
      for (const { at, to, cut } of changes) {
        const place = at % Math.max(bytes.length - 1, 1);
        if (cut) bytes = Buffer.concat([bytes.subarray(0, place + 1), Buffer.from([1])]);
        else bytes[place] = to;
      }

      const decoded = decodePlaintext(bytes);
      const details = readDetails(decoded, OWN);

      expect(typeof (readContent(decoded)?.body ?? '')).toBe('string');
      expect(details === null ? 0 : (detailsJson(details)?.length ?? 0)).toBeLessThan(70_000);
    },
  );

  fc.assert(property, { seed: SEED, numRuns: CONTENTS });
});

test(
  'each kind that a phone can send is stored once, with its author and its words',
  async () => {
    const line = await openLine();
    const { id } = await line.pair();
    const ids = new Map<string, string>();

    for (const { name } of FIELDS) {
      const field = FIELDS.find((each) => each.name === name);
      const value =
        field &&
        filled(
          'Message',
          field,
          everything((text) => `Kata di ${text}`),
          3,
        );
      const raw = { ephemeralMessage: { message: { [name]: value ?? {} } } };
      const answer = await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, raw });
      ids.set(name, answer.body.wa_message_id);
    }
    const last = await line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, {
      to: OWNER,
      text: 'selesai',
    });
    const rows = async () =>
      tablesOf(line.ctx.db).selectFrom('messages').selectAll().where('device_id', '=', id).execute();
    await until(async () => (await rows()).some((row) => row.wa_message_id === last.body.wa_message_id));

    const stored = Map.groupBy(await rows(), (row) => row.wa_message_id ?? '');
    const wrong = READ.filter(({ name }) => {
      const [row, ...others] = stored.get(ids.get(name) ?? '') ?? [];
      return !row || others.length > 0 || row.phone !== CUSTOMER || row.body === UNSUPPORTED_BODY;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  },
  5 * MINUTE,
);
