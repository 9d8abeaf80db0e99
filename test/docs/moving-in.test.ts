import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { openTestSandbox } from '../../sandbox/test-sandbox.ts';
import { registerDeviceCommands } from '../../src/gateway/devices/commands.ts';
import { readSession } from '../../src/gateway/engines/economy/moving-in/read-session.ts';
import { testContext } from '../harness/context.ts';
import { oldGateway, WHATSMEOW_SCHEMA, whatsmeowDatabase, whatsmeowRows } from '../harness/moved-sessions.ts';
import { PAIRING_PARTS } from '../harness/pairing-parts.ts';
import { readGuide } from './guide.ts';

const guide = await readGuide('moving-in.md');
const ctx = await testContext({ cleanup: afterAll });
const sandbox = await openTestSandbox({ onEnd: afterAll });

test('the statement of the guide exports the session of whatsmeow from PostgreSQL', async () => {
  const customer = '6281234567890';
  await sandbox.post('/sandbox/phones', { number: customer });
  const { folder } = await oldGateway(sandbox, { number: '6281100000001', customer });
  const rows = await whatsmeowRows(folder);
  await ctx.pool.query(WHATSMEOW_SCHEMA);
  for (const [table, list] of Object.entries(rows)) {
    for (const row of list) {
      const values = Object.entries(row).map(([name, value]) => (name === 'uploaded' ? true : value));
      const places = values.map((_value, index) => `$${index + 1}`);
      await ctx.pool.query(`insert into ${table} (${Object.keys(row)}) values (${places})`, values);
    }
  }
  const statement = guide.find(({ language }) => language === 'sql')?.code ?? '';

  const { rows: answer } = await ctx.pool.query(statement);
  const file = Buffer.from(JSON.stringify(answer[0].json_build_object));
  const session = await readSession({ file }, null);

  const expected = await readSession({ file: await whatsmeowDatabase([rows]) }, null);
  const sorted = ({ keys }: typeof session) =>
    keys.map(({ type, id, value }) => `${type}-${id}=${Buffer.from(value).toString('hex')}`).sort();
  expect(session.id).toBe(expected.id);
  expect(sorted(session)).toEqual(sorted(expected));
});

test('the commands of the guide are those of the command line', async () => {
  const lines = guide.flatMap(({ code }) => code.match(/^\.\/kurir .+$/gm) ?? []);
  const run = async () => {};
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  registerDeviceCommands(program, run, PAIRING_PARTS);

  for (const line of lines) await program.parseAsync(line.split(' ').slice(1), { from: 'user' });

  expect(lines).toHaveLength(2);
});
