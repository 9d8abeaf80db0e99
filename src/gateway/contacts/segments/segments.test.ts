import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { inbound, receiver } from '../../../../test/harness/conversations.ts';
import { insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import type { Json } from '../../../../test/harness/shop.ts';
import { DAY } from '../../../platform/lib/clock.ts';
import { learnAddresses } from '../../people/person.ts';
import { MAX_SEGMENTS } from './schema.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const receive = receiver(ctx);
const [ANI, BUDI, CICI, DEWI] = ['6281300000001', '6281300000002', '6281300000003', '5511987654321'];
const LID = '99000000000077@lid';

/** Four contacts: Budi and Dewi opted out; Ani wrote now, and 40 days ago to another device; Dewi then; Cici never. */
async function shop() {
  const { api, account } = await service.customer();
  const device = await insertDevice(ctx, account);
  const other = await insertDevice(ctx, account);
  const writes = (phone: string, to = device) => receive(inbound(to, phone, { at: ctx.now() }));
  await api('POST', '/v1/contact-fields', { name: 'poin', type: 'number' });
  for (const [index, phone] of [ANI, BUDI, CICI, DEWI].entries()) {
    await api('POST', '/v1/contacts', { phone, tags: ['vip', `t${index}`], fields: { poin: index } });
  }
  await writes('551187654321');
  await writes(ANI, other);
  await learnAddresses(ctx, [{ account_id: account.id, known: ['551187654321'], others: [LID] }]);
  ctx.clock.advance(40 * DAY);
  await writes(ANI);
  await api('POST', '/v1/opt-outs', { phone: BUDI });
  await ctx.pool.query('insert into opt_outs (account_id, phone, created_at) values ($1, $2, now())', [
    account.id,
    LID,
  ]);
  const list = async (query: object) => {
    const { status, body } = await api('GET', `/v1/contacts?${new URLSearchParams({ ...query })}`);
    return status === 200 ? [body.total, ...body.data.map(({ phone }: Json) => phone)] : body;
  };
  const make = async (filter: object, name = 'Pilihan') =>
    (await api('POST', '/v1/contacts/segments', { name, filter })).body;
  return { api, account, device, list, make };
}

test.each<[object, string[]]>([
  [{ consent: 'opted_out' }, [BUDI, DEWI]],
  [{ consent: 'not_opted_out' }, [ANI, CICI]],
  [{ active_days: 30 }, [ANI]],
  [{ active_days: 365 }, [ANI, DEWI]],
  [{ silent_days: 30 }, [DEWI]],
  [{ silent_days: 30, active_days: 365 }, [DEWI]],
  [{ silent_days: 30, consent: 'not_opted_out' }, []],
  [{ active_days: 365, consent: 'opted_out' }, [DEWI]],
  [{ tag: 'vip', consent: 'opted_out' }, [BUDI, DEWI]],
  [{ tag: 't3', active_days: 365 }, [DEWI]],
  [{ tag: 't2', active_days: 365 }, []],
  [{ fields: 'poin>=1', consent: 'not_opted_out' }, [CICI]],
  [{ fields: 'poin=3', silent_days: 30 }, [DEWI]],
  [{ q: '62813', active_days: 30 }, [ANI]],
  [{ q: '62813', consent: 'opted_out', tag: 't1', fields: 'poin<=1' }, [BUDI]],
])('the filter %j finds %j, in the list, as a segment and in the export', async (filter, phones) => {
  const { api, list, make } = await shop();

  const { id } = await make(filter);
  const csv = async (query: object) =>
    String((await api('GET', `/v1/contacts/export?${new URLSearchParams({ ...query })}`)).body)
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(0, line.indexOf(',')));
  const count = { action: 'delete', filter, dry_run: true };

  expect(await list(filter)).toEqual([phones.length, ...phones]);
  expect(await list({ segment: id })).toEqual([phones.length, ...phones]);
  expect([await csv(filter), await csv({ segment: id })]).toEqual([phones, phones]);
  expect((await api('POST', '/v1/contacts/bulk', count)).body).toEqual({ matched: phones.length });
});

test('a broadcast to a segment keeps the contacts of its creation', async () => {
  const { api, device, make } = await shop();
  const { id } = await make({ active_days: 30, tag: 'vip' });
  const tagged = await make({ tag: 'vip' }, 'VIP');
  const plan = { device_uuid: device.device_uuid, message_template: 'Halo {nama}' };
  const create = (fields: object) => api('POST', '/v1/broadcasts', { ...plan, name: 'Promo', ...fields });

  const preview = await api('POST', '/v1/broadcasts/preview', { ...plan, segment_id: id });
  const created = await create({ segment_id: id, scheduled_at: '2099-01-01T00:00:00Z' });
  const wide = await create({ segment_id: tagged.id, scheduled_at: '2099-01-01T00:00:00Z' });
  ctx.clock.advance(60 * DAY);
  const later = await create({ segment_id: id });
  const both = await create({ segment_id: id, tags: ['vip'] });
  await api('DELETE', `/v1/contacts/segments/${id}`);
  const gone = await create({ segment_id: id });

  expect(preview.body).toMatchObject({ total_recipients: 1, samples: [{ phone: ANI }] });
  expect([created.status, created.body.total_recipients, wide.body.total_recipients]).toEqual([201, 1, 4]);
  expect([later.status, later.body.error]).toEqual([422, 'no_recipients_matched']);
  expect([both.status, Object.keys(both.body.errors)]).toEqual([422, ['segment_id']]);
  expect([gone.status, gone.body.error]).toEqual([404, 'contact_segment_not_found']);
  expect((await api('GET', `/v1/broadcasts/${created.body.id}`)).body.total_recipients).toBe(1);
});

test('all contacts of a segment get a tag', async () => {
  const { api, list, make } = await shop();
  const { id } = await make({ consent: 'not_opted_out' });

  const { body } = await api('POST', '/v1/contacts/bulk', {
    ...{ action: 'tag', tags: ['boleh'] },
    filter: { segment: id },
  });

  expect(body).toMatchObject({ status: 'running', matched: 2 });
  expect(await list({ tag: 'boleh' })).toEqual([0]);
});

test('a segment is renamed, gets another filter, and is deleted, each in the audit log', async () => {
  const { api, account, list, make } = await shop();
  const { id } = await make({ tag: 't0', q: '' });
  const path = `/v1/contacts/segments/${id}`;

  const renamed = (await api('PATCH', path, { name: ' Ani ' })).body;
  const changed = (await api('PATCH', path, { filter: { tag: 't1' } })).body;
  const shown = (await api('GET', path)).body;
  const listed = (await api('GET', '/v1/contacts/segments')).body;
  const found = await list({ segment: id });
  const deleted = await api('DELETE', path);

  expect(renamed).toMatchObject({ id, name: 'Ani', filter: { tag: 't0' } });
  expect(changed).toEqual({ ...renamed, filter: { tag: 't1' }, updated_at: expect.any(String) });
  expect([shown, listed, found]).toEqual([changed, { data: [changed] }, [1, BUDI]]);
  expect([deleted.status, (await api('GET', path)).body.error]).toEqual([204, 'contact_segment_not_found']);
  const actions = (await auditEntries(ctx, account.id)).map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith('contact_segment'))).toEqual([
    'contact_segment.created',
    'contact_segment.changed',
    'contact_segment.changed',
    'contact_segment.deleted',
  ]);
});

test.each<[object, string]>([
  [{ name: 'A', filter: {} }, 'filter'],
  [{ name: 'A', filter: { tag: '', q: '' } }, 'filter'],
  [{ name: 'A', filter: { tag: 'nobody' } }, 'filter.tag'],
  [{ name: 'A', filter: { fields: 'kota=Solo' } }, 'filter.fields'],
  [{ name: 'A', filter: { consent: 'maybe' } }, 'filter.consent'],
  [{ name: 'A', filter: { active_days: 0 } }, 'filter.active_days'],
  [{ name: 'A', filter: { active_days: true } }, 'filter.active_days'],
  [{ name: 'A', filter: { silent_days: 4_000 } }, 'filter.silent_days'],
  [{ name: ' ', filter: { tag: 'vip' } }, 'name'],
  [{ name: 'Sudah', filter: { tag: 'vip' } }, 'name'],
])('the segment %j is refused', async (body, field) => {
  const { api, make } = await shop();
  await make({ tag: 'vip' }, 'Sudah');
  const other = await make({ tag: 'vip' }, 'Lain');

  const created = await api('POST', '/v1/contacts/segments', body);
  const changed = await api('PATCH', `/v1/contacts/segments/${other.id}`, body);

  expect([created, changed].map((each) => [each.status, Object.keys(each.body.errors)])).toEqual(
    Array(2).fill([422, [field]]),
  );
});

test('a segment stands alone, belongs to its account, and tells which of its fields is gone', async () => {
  const { api, list, make } = await shop();
  const { id } = await make({ fields: 'poin>=2' });
  const other = await shop();
  const broadcast = { device_uuid: other.device.device_uuid, name: 'Promo', message_template: 'Halo' };
  const foreign = await other.api('POST', '/v1/broadcasts', { ...broadcast, segment_id: id });

  expect([foreign.status, foreign.body.error]).toEqual([404, 'contact_segment_not_found']);
  expect(Object.keys((await list({ segment: id, tag: 'vip' })).errors)).toEqual(['segment']);
  expect(await list({ segment: 'x' })).toMatchObject({ error: 'contact_segment_not_found' });
  expect(await other.list({ segment: id })).toMatchObject({ error: 'contact_segment_not_found' });
  const [field] = (await api('GET', '/v1/contact-fields')).body.data;
  await api('DELETE', `/v1/contact-fields/${field.id}`);
  expect(Object.keys((await list({ segment: id })).errors)).toEqual(['fields']);
});

test('an account has at most 50 segments', async () => {
  const { api, make } = await shop();
  for (let n = 0; n < MAX_SEGMENTS; n += 1) await make({ tag: 'vip' }, `Segmen ${n}`);

  const { body } = await api('POST', '/v1/contacts/segments', { name: 'Lagi', filter: { tag: 'vip' } });

  expect(body.error).toBe('contact_segment_limit_reached');
});
