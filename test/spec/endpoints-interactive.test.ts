import { afterAll, expect } from 'vitest';
import { testContext } from '../harness/context.ts';
import { insertDevice } from '../harness/rows.ts';
import { openService } from '../harness/service.ts';
import { contract } from './contract.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);
const shop = await service.customer();
const { device_uuid } = await insertDevice(ctx, shop.account, { engine: 'official_cloud' });

/** One code point, two UTF-16 units, four bytes: lengths are counted in what people see as characters. */
const WIDE = '🛵';
const BUTTONS = [{ id: 'y', title: 'Ya' }];
const ROWS = [{ id: '1', title: 'Satu' }];
const SECTIONS = [{ title: 'Makanan', rows: ROWS }];

const button = (interactive: object) =>
  shop.send({
    device_uuid,
    type: 'button',
    body: 'Setuju?',
    interactive: { buttons: BUTTONS, ...interactive },
  });
const list = (interactive: object) =>
  shop.send({
    device_uuid,
    type: 'list',
    body: 'Pilih',
    interactive: { button_text: 'Menu', sections: SECTIONS, ...interactive },
  });

/** Accepted as it is, or the fields that are complained about. */
async function verdicts(
  answers: Promise<{ status: number; body: { errors?: object } }>[],
): Promise<unknown[]> {
  return (await Promise.all(answers)).map(({ status, body }) =>
    status === 202 ? 'accepted' : Object.keys(body.errors ?? body),
  );
}

const numbered = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n));
const row = (n: number, more: object = {}) => ({ id: `r${n}`, title: `Baris ${n}`, ...more });

contract('Endpoints > Messages > POST /v1/messages > The interactive object > header', async () => {
  for (const send of [button, list]) {
    expect(
      await verdicts([
        send({}),
        send({ header: WIDE.repeat(60) }),
        send({ header: WIDE.repeat(61) }),
        send({ header: 5 }),
      ]),
    ).toEqual(['accepted', 'accepted', ['interactive.header'], ['interactive.header']]);
  }
});

contract('Endpoints > Messages > POST /v1/messages > The interactive object > footer', async () => {
  for (const send of [button, list]) {
    expect(
      await verdicts([
        send({}),
        send({ footer: WIDE.repeat(60) }),
        send({ footer: WIDE.repeat(61) }),
        send({ footer: [] }),
      ]),
    ).toEqual(['accepted', 'accepted', ['interactive.footer'], ['interactive.footer']]);
  }
});

contract('Endpoints > Messages > POST /v1/messages > The interactive object > buttons', async () => {
  const buttons = (count: number) => numbered(count, (n) => ({ id: `b${n}`, title: 'Sama' }));
  const withButtons = list({ buttons: 'not used here' });

  expect(
    await verdicts([
      button({ buttons: buttons(1) }),
      button({ buttons: buttons(3) }),
      button({ buttons: [] }),
      button({ buttons: buttons(4) }),
      button({ buttons: undefined }),
      button({ buttons: [{ id: 'i'.repeat(256), title: WIDE.repeat(20) }] }),
      button({ buttons: [...BUTTONS, { id: 'i'.repeat(257), title: WIDE.repeat(21) }] }),
      button({ buttons: [{}] }),
      withButtons,
    ]),
  ).toEqual([
    ...['accepted', 'accepted'],
    ...Array(3).fill(['interactive.buttons']),
    'accepted',
    ['interactive.buttons.1.id', 'interactive.buttons.1.title'],
    ['interactive.buttons.0.id', 'interactive.buttons.0.title'],
    'accepted',
  ]);
});

contract('Endpoints > Messages > POST /v1/messages > The interactive object > button_text', async () => {
  expect(
    await verdicts([
      list({ button_text: 'Lihat menu' }),
      list({ button_text: undefined }),
      list({ button_text: 5 }),
      button({ button_text: undefined }),
    ]),
  ).toEqual(['accepted', ['interactive.button_text'], ['interactive.button_text'], 'accepted']);
});

contract('Endpoints > Messages > POST /v1/messages > The interactive object > sections', async () => {
  const sections = (count: number) => numbered(count, (n) => ({ title: `Bagian ${n}`, rows: [row(n)] }));

  expect(
    await verdicts([
      list({ sections: sections(1) }),
      list({ sections: sections(10) }),
      list({ sections: [] }),
      list({ sections: sections(11) }),
      list({ sections: undefined }),
      list({ sections: [{ title: WIDE.repeat(24), rows: ROWS }] }),
      list({ sections: [{ title: WIDE.repeat(25), rows: ROWS }] }),
      button({ sections: undefined }),
    ]),
  ).toEqual([
    ...['accepted', 'accepted'],
    ...Array(3).fill(['interactive.sections']),
    'accepted',
    ['interactive.sections.0.title'],
    'accepted',
  ]);
});

contract('Endpoints > Messages > POST /v1/messages > The interactive object > rows', async () => {
  const inSection = (rows: unknown) => list({ sections: [{ title: 'Makanan', rows }] });
  const tenByTen = numbered(10, (s) => ({
    title: `Bagian ${s}`,
    rows: numbered(10, (r) => row(10 * s + r)),
  }));

  expect(
    await verdicts([
      inSection(numbered(10, row)),
      list({ sections: tenByTen }),
      inSection([]),
      inSection(numbered(11, row)),
      inSection([row(0, { title: WIDE.repeat(24), description: WIDE.repeat(72) })]),
      inSection([row(0), row(1, { title: WIDE.repeat(25), description: WIDE.repeat(73) })]),
      inSection([{}]),
    ]),
  ).toEqual([
    ...['accepted', 'accepted'],
    ...Array(2).fill(['interactive.sections.0.rows']),
    'accepted',
    ['interactive.sections.0.rows.1.title', 'interactive.sections.0.rows.1.description'],
    ['interactive.sections.0.rows.0.id', 'interactive.sections.0.rows.0.title'],
  ]);
});
