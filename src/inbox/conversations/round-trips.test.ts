import { afterAll, beforeEach, expect, test } from 'vitest';
import { CHAT_PHONE, openChats } from '../../../test/harness/chat.ts';
import { testContext } from '../../../test/harness/context.ts';
import { inbound, receiver } from '../../../test/harness/conversations.ts';
import { openService } from '../../../test/harness/service.ts';
import { namesOfTransactions } from '../../../test/harness/statements.ts';
import { insertWidget } from '../../../test/harness/widgets.ts';
import { inboundHooks } from '../../app/inbound-hooks.ts';
import { visitorPhone } from '../../gateway/people/identity.ts';
import { withWebCode } from '../entry-points/codes.ts';
import { makeVisitorCode } from '../entry-points/widgets/handover/code.ts';

const plain = await testContext({ cleanup: afterAll });
const { db, names } = namesOfTransactions(plain.db);
const ctx = { ...plain, db };
const { shop } = openChats(ctx, await openService(ctx));
beforeEach(() => void names.splice(0));

/** Statements of its transactions. */
async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  names.splice(0);
  await work();
  return [...names];
}

test('a reply to a conversation that staff answers costs five statements, and its replay four', async () => {
  const { reply, own } = await shop();
  await own('human_active');
  await reply();

  const first = await sentBy(() => reply({}, { 'idempotency-key': 'one' }));
  const replay = await sentBy(() => reply({}, { 'idempotency-key': 'one' }));

  expect(first).toEqual([
    'conversations.lock_for_reply',
    'queue.lock_bot_messages',
    'usage.ensure_months',
    'messages.admit_reply',
    'conversations.note_queued_reply',
  ]);
  expect(replay).toEqual(first.slice(0, 4));
});

test('a reply that takes the conversation over from its automation ends the messages of the automation', async () => {
  const { reply, own, botSends } = await shop();
  await own('bot');
  await botSends('satu', 'dua');

  const sent = await sentBy(() => reply());

  expect(sent).toEqual([
    'conversations.lock_for_reply',
    'queue.lock_bot_messages',
    'usage.ensure_months',
    'messages.admit_reply',
    'queue.fail_queued',
    'conversations.reopen_wait',
    'conversations.change_owner',
    'conversations.note_queued_reply',
  ]);
});

test('a message of a known customer costs four statements with its conversation, all hooks and its event', async () => {
  const { device } = await shop();
  const receive = receiver(ctx, inboundHooks(ctx));

  const sent = await sentBy(() => receive(inbound(device, CHAT_PHONE, { body: 'Ada yang biru?' })));

  expect(sent).toEqual([
    'messages.insert_inbound',
    'conversations.record_inbound',
    'opt_outs.match_keywords',
    'messages.announce_inbound',
  ]);
});

test('a message of a known visitor of a web page costs one statement more, for how the visitor came', async () => {
  const { device } = await shop();
  const visitor = visitorPhone('0f8fad5bd9cb469fa16570867728950e');
  const receive = receiver(ctx, inboundHooks(ctx));
  const write = (body: string) => receive(inbound(device, visitor, { body }));
  await write('Halo');

  const sent = await sentBy(() => write('Ada yang biru?'));

  expect(sent).toEqual([
    'messages.insert_inbound',
    'conversations.record_inbound',
    'conversations.record_touches',
    'messages.announce_inbound',
  ]);
});

test('a visitor who goes on in the app locks the code, people, conversations and messages in this order', async () => {
  const { account, device } = await shop();
  const widget = await insertWidget(ctx, device);
  const visitor = `${'a'.repeat(32)}@visitor`;
  const chat = { id: widget.chat_device_id ?? 0, account_id: account.id, device_uuid: widget.widget_uuid };
  const receive = receiver(ctx, inboundHooks(ctx));
  await receive(inbound(chat, visitor));
  const { code } = await makeVisitorCode(ctx, widget, visitor);

  const sent = await sentBy(() => receive(inbound(device, CHAT_PHONE, { body: withWebCode('Halo', code) })));

  const locks = /claim|lock|ensure|record|match_keywords|supersede|change_owner/;
  expect(sent.filter((name) => locks.test(name))).toEqual([
    'entry_points.claim_web_codes',
    'channels.lock_without',
    'people.lock_identities',
    'conversations.lock_owners',
    'queue.lock_bot_messages',
    'conversations.record_inbound',
    'conversations.record_touches',
    'opt_outs.match_keywords',
    'conversations.lock_owners',
    'queue.lock_bot_messages',
    'conversations.change_owner',
  ]);
});
