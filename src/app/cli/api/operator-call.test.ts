import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '../../../../test/harness/audit.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { insertAccount } from '../../../../test/harness/rows.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { setStatus } from '../../../platform/accounts/account.ts';
import type { CommandOutput } from '../../../platform/lib/command.ts';
import { shownOf } from './answer.ts';
import { registerApiCommand } from './api-commands.ts';
import { type Answer, callAsOperator } from './operator-call.ts';

const ctx = await testContext({ cleanup: afterAll });
const OPERATOR = { ...ctx, actor: { type: 'operator', id: 'budi', address: null } as const };
const folder = mkdtempSync(join(tmpdir(), 'kurir-api-'));

/** Types `kurir api ...` for the account. */
async function kurirApi(account: Caller, ...words: string[]): Promise<Answer & { tables: CommandOutput[] }> {
  let answered: (Answer & { tables: CommandOutput[] }) | null = null;
  const program = new Command().exitOverride();
  registerApiCommand(program, {
    print: async () => {},
    send: async (operation, call, options) => {
      const answer = await callAsOperator(OPERATOR, call, options.account);
      const tables = shownOf(operation, answer)?.map(({ output }) => output) ?? [];
      answered = { ...answer, tables };
    },
  });
  await program.parseAsync(['api', ...words, '--account', `${account.id}`], { from: 'user' });
  if (!answered) throw new Error('Nothing was called.');
  return answered;
}

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('fields become path, query and body of the types of the operation, and a list is a table', async () => {
  const account = await insertAccount(ctx);
  const pair = ['POST /v1/knowledge/faqs', 'answer=8', 'questions=Jam buka?', 'enabled=false'];

  const { json: made } = await kurirApi(account, ...pair);
  const { id } = Object(made);
  const listed = await kurirApi(account, 'GET', '/v1/knowledge/faqs', 'q=Jam', 'limit=5');
  await kurirApi(account, 'PATCH /v1/knowledge/faqs/{id}', `id=${id}`, 'device_uuids:=null', 'enabled=true');
  const shown = await kurirApi(account, `GET /v1/knowledge/faqs/${id}`);
  const removed = await kurirApi(account, 'DELETE', `/v1/knowledge/faqs/${id}`);

  expect(made).toMatchObject({ answer: '8', questions: ['Jam buka?'], enabled: false });
  const [row, ...others] = listed.tables[0] as object[];
  expect([row, others]).toEqual([expect.objectContaining({ id, answer: '8' }), []]);
  expect(shown.json).toMatchObject({ id, enabled: true });
  expect(removed.tables).toEqual([{ done: true }]);
});

test('the next page of a list stands below its table', async () => {
  const account = await insertAccount(ctx);
  for (const label of ['satu', 'dua']) await kurirApi(account, 'POST /v1/devices', `label=${label}`);

  const { tables } = await kurirApi(account, 'GET /v1/audit', 'per_page=1');

  expect(tables).toMatchObject([[{ action: 'device.created' }], { next_cursor: expect.any(String) }]);
});

test('--file is the JSON of a body, a CSV file or an upload; an export comes as it is', async () => {
  const account = await insertAccount(ctx);
  const csv = fileOf('faqs.csv', 'question,answer\nJam buka?,Pukul 8.\n');
  const tone = fileOf('assistant.json', '{"tone":"friendly","languages":["id"]}');

  const imported = await kurirApi(account, 'POST /v1/knowledge/faqs/import', '--file', csv, 'dry_run=false');
  const exported = await kurirApi(account, 'GET /v1/knowledge/faqs/export');
  const guide = fileOf('guide.txt', 'Barang dapat ditukar dalam 7 hari.');
  const document = await kurirApi(account, 'POST /v1/knowledge/documents', '--file', guide, 'title=Panduan');
  const changed = await kurirApi(account, 'PATCH /v1/assistant', '--file', tone, 'tone=formal');

  expect(imported.json).toMatchObject({ added_faqs: 1 });
  expect(exported.bytes.toString()).toMatch(/Jam buka\?,.*Pukul 8\./);
  expect(exported.isText).toBe(true);
  expect(document.json).toMatchObject({ title: 'Panduan', format: 'txt' });
  expect(changed.json).toMatchObject({ tone: 'formal', languages: ['id'] });
});

test('a value comes from a file with @', async () => {
  const account = await insertAccount(ctx);
  const answer = fileOf('answer.txt', 'Baris satu\nbaris dua');
  const questions = fileOf('questions.json', '["Apa?","Siapa?"]');

  const { json } = await kurirApi(
    account,
    'POST /v1/knowledge/faqs',
    `answer=@${answer}`,
    `questions:=@${questions}`,
  );

  expect(json).toMatchObject({ answer: 'Baris satu\nbaris dua', questions: ['Apa?', 'Siapa?'] });
});

test('the audit log names the operator, as for every command', async () => {
  const account = await insertAccount(ctx);

  await kurirApi(account, 'POST /v1/devices', 'label=Kasir');
  await kurirApi(account, 'POST /v1/api-keys', 'name=Laporan', 'scope=read');

  const entries = await auditEntries(ctx, account.id);
  const operator = { actor: 'operator', actor_id: 'budi', address: null };
  expect(entries).toMatchObject([
    { ...operator, action: 'device.created' },
    { ...operator, action: 'key.created' },
  ]);
});

test('errors are those of the API, in one line with its code', async () => {
  const account = await insertAccount(ctx);
  const stranger = await insertAccount(ctx);
  const { json } = await kurirApi(stranger, 'POST /v1/labels', 'name=vip');
  const suspended = await insertAccount(ctx);
  await setStatus(ctx, suspended.id, 'suspended');

  const foreign = kurirApi(account, 'DELETE /v1/labels/{id}', `id=${Object(json).id}`);
  await expect(foreign).rejects.toMatchObject({ kind: 'not_found', code: 'label_not_found' });
  const wrong = kurirApi(account, 'POST /v1/labels', 'name=');
  await expect(wrong).rejects.toMatchObject({
    kind: 'invalid_usage',
    message: expect.stringMatching(/^name: /),
  });
  const refused = kurirApi(suspended, 'GET /v1/labels');
  await expect(refused).rejects.toMatchObject({ kind: 'refused', code: 'account_inactive' });
});
