import { randomUUID } from 'node:crypto';
import type { TestContext } from '../../test/harness/context.ts';
import { conversationsOf, inbound, receiver } from '../../test/harness/conversations.ts';
import { runJobs } from '../../test/harness/jobs.ts';
import { insertDevice } from '../../test/harness/rows.ts';
import type { Service } from '../../test/harness/service.ts';
import type { AssistantProducer } from './arbiter/producers.ts';
import type { Chat, Incoming } from './chat.ts';
import type { Plan } from './plan.ts';
import { trainingJob } from './trial/model/training.ts';

/** A shop: each answer with its questions. */
export const SHOP: readonly { answer: string; questions: string[] }[] = [
  {
    answer: 'Ongkir ke Bandung Rp15.000, {{customer.first_name|Kak}}.',
    questions: [
      'Berapa ongkir ke Bandung?',
      'ongkos kirim bandung berapa',
      'biaya pengiriman ke bandung',
      'kirim ke bandung kena berapa',
      'tarif ongkir bandung',
    ],
  },
  {
    answer: 'Kami buka Senin sampai Sabtu, 08.00 sampai 17.00.',
    questions: [
      'Jam buka toko?',
      'buka jam berapa',
      'toko tutup jam berapa ya',
      'hari minggu buka tidak',
      'jadwal operasional',
    ],
  },
  {
    answer: 'Bayar lewat transfer BCA atau QRIS.',
    questions: [
      'Cara bayar?',
      'bisa bayar pakai apa saja',
      'metode pembayaran',
      'bisa qris',
      'transfer ke rekening mana',
    ],
  },
  {
    answer: 'Barang dapat dikembalikan dalam 7 hari.',
    questions: [
      'Cara retur barang?',
      'bisa tukar barang',
      'barang rusak mau dikembalikan',
      'syarat pengembalian',
      'mau retur',
    ],
  },
];

let chats = 0;

/** An account with an assistant that knows `SHOP`, and what it needs to answer in a chat. */
export async function openShop(ctx: TestContext, service: Service, settings: object = {}) {
  const customer = await service.customer();
  const { api } = customer;
  for (const pair of SHOP) await api('POST', '/v1/knowledge/faqs', pair);
  await api('PATCH', '/v1/assistant', { enabled: true, introduce: false, ...settings });
  const learn = async () => {
    ctx.clock.advance(2_000);
    await runJobs(ctx, [trainingJob(ctx)]);
  };
  await learn();
  const device = await insertDevice(ctx, customer.account);
  const ask = async (question: string, more: object = {}) =>
    (await api('POST', '/v1/assistant/ask', { question, ...more })).body;
  return { ...customer, device, learn, ask, chat: () => openChat(ctx, device) };
}

/** A new customer whose conversation the automation has. */
async function openChat(ctx: TestContext, device: Awaited<ReturnType<typeof insertDevice>>): Promise<Chat> {
  chats += 1;
  const phone = `62812${String(chats).padStart(7, '0')}`;
  await receiver(ctx)(inbound(device, phone));
  const { account_id, id: device_id, device_uuid, label: device_label, engine, network } = device;
  const found = await conversationsOf(ctx, { id: account_id });
  const conversation = found.find((each) => each.phone === phone);
  if (!conversation) throw new Error('there is no conversation');
  return {
    ...{ account_id, device_id, device_uuid, device_label, engine, network, phone },
    ...{ conversation_id: conversation.id, conversation_uuid: conversation.conversation_uuid },
    ...{ person_id: conversation.person_id, person_name: 'Budi Santoso', labels: [], last_human_at: null },
    ...{ ownership_version: conversation.ownership_version, episode: 1, context_from: null },
    last_stage: 'assistant',
    has_flow_session: true,
    automation_version: 1,
  };
}

/** A text of the customer. */
export const said = (text: string): Incoming => ({
  ...{ id: 1, public_id: 1, type: 'text', text, choice_id: null, at: new Date(), opens: false },
});

/** Turns of chats, as the arbiter makes them. */
export function turnsOf(ctx: TestContext, assistant: Pick<AssistantProducer, 'answer'>) {
  const deciding = () => ({ decision_id: randomUUID(), at: ctx.now(), signal: new AbortController().signal });
  return {
    deciding,
    async turn(chat: Chat, ...texts: string[]): Promise<Plan> {
      const plan = await assistant.answer(chat, texts.map(said), deciding());
      if (!plan) throw new Error('the assistant has no plan');
      if (plan.save) await ctx.db.transaction((tx) => plan.save?.(tx, ctx.now()) ?? Promise.resolve(true));
      return plan;
    },
  };
}

export const textsOf = ({ replies }: Plan) => replies.map(({ body }) => body);
