import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { startLanguageModel } from '../../../test/harness/language-model.ts';
import { openService } from '../../../test/harness/service.ts';
import { createGuardedClient } from '../../platform/lib/guarded-fetch/client.ts';
import { openAssistant } from '../assistant.ts';
import { openLanguageModels } from '../language-model/language-model.ts';
import { openShop } from '../test-scene.ts';

const ctx = await testContext({ cleanup: afterAll });
const service = await openService(ctx);

const TEXT =
  'Garansi mesin kopi berlaku dua tahun sejak tanggal pembelian. Klaim garansi membutuhkan nota asli. ' +
  'Kerusakan karena listrik tidak termasuk garansi.';

/** A shop with a document beside its FAQ pairs, and what it answers. */
async function library(title = 'Syarat', heading = 'Garansi', text = TEXT) {
  const shop = await openShop(ctx, service);
  const { account, api } = shop;
  const { rows } = await ctx.pool.query(
    `insert into documents (account_id, title, format, size, state, turn_at, created_at, updated_at)
     values ($1, $2, 'txt', 10, 'ready', now(), now(), now()) returning id, document_uuid`,
    [account.id, title],
  );
  const passage =
    'insert into passages (account_id, document_id, place, heading, text) values ($1, $2, 0, $3, $4)';
  await ctx.pool.query(passage, [account.id, rows[0].id, heading, text]);
  // A change of the knowledge, so that all of it is learned.
  await api('POST', '/v1/knowledge/faqs', { answer: 'Ada.', questions: ['Ada parkir?'] });
  await shop.learn();
  return { ...shop, documentId: rows[0].id, documentUuid: rows[0].document_uuid };
}

const shared = await library();

test('a document answers word for word, and is named', async () => {
  const { ask, documentUuid, api } = shared;

  const answer = await ask('garansi mesin kopi berlaku berapa tahun?');

  expect(answer).toMatchObject({ action: 'answer', reason: 'document' });
  expect(answer.text).toContain('Garansi mesin kopi berlaku dua tahun sejak tanggal pembelian.');
  expect(TEXT).toContain(answer.text);
  expect(answer.sources).toEqual([
    { kind: 'document', id: documentUuid, title: 'Syarat: Garansi', url: null },
  ]);
  expect((await api('GET', '/v1/assistant')).body.model.report.passages).toBe(1);
});

test.each([
  ['one word', 'nota'],
  ['one shared word', 'nota dinas hilang'],
  ['words of several sentences', 'nota listrik tanggal'],
])('a document does not answer beside the question: %s', async (_, question) => {
  expect((await shared.ask(question)).reason).not.toBe('document');
});

test('a short document answers a short question about its subject, and no other one', async () => {
  const text = 'Garansi satu tahun untuk semua barang.';
  const { ask } = await library('Info', 'Lain-lain', text);

  const [asked, other] = [await ask('ada garansi?'), await ask('barang?')];

  expect(asked).toMatchObject({ action: 'answer', reason: 'document', text });
  expect(other.reason).not.toBe('document');
});

test('an FAQ pair that is sure answers before a document, and a disabled document answers nothing', async () => {
  const { ask, documentId } = await library();

  const faq = await ask('Cara bayar?');
  await ctx.pool.query('update documents set enabled = false where id = $1', [documentId]);
  const gone = await ask('garansi mesin kopi berlaku berapa tahun?');

  expect(faq).toMatchObject({ reason: 'faq', sources: [{ kind: 'faq' }] });
  expect(gone.reason).not.toBe('document');
});

test('the language model reads documents beside FAQ pairs, and the answer names its document', async () => {
  const server = await startLanguageModel();
  const client = createGuardedClient({ allowNetworks: ['127.0.0.0/8'] });
  onTestFinished(() => client.close());
  const assistant = openAssistant(ctx, openLanguageModels(ctx, { live: client, sandbox: client }));
  const { api, chat, documentUuid } = await library();
  const language_model = { provider: 'openai_compatible', url: server.url, model: 'a' };
  await api('PATCH', '/v1/assistant', { scope: 'mesin kopi', language_model });
  server.always = ({ question }) => {
    const about = question?.sources.find(({ text }) => text === TEXT);
    return about
      ? { answer: 'Klaim garansi membutuhkan nota asli ya Kak.', citations: [about.n] }
      : { answer: '', action: 'unknown' };
  };
  const asked = { ...(await chat()), device_id: null, device_uuid: null };

  const { answer } = await assistant.reply(asked, 'kalo klaim perlu bawa apa aja sih min');

  expect(answer).toMatchObject({ action: 'answer', reason: 'language_model', faq_id: null });
  expect(answer.text).toBe('Klaim garansi membutuhkan nota asli ya Kak.');
  expect(answer.sources).toEqual([
    { kind: 'document', id: documentUuid, title: 'Syarat: Garansi', url: null },
  ]);
});
