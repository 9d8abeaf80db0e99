import type { Tx } from '../../platform/lib/db/db.ts';
import { isUuid } from '../../platform/lib/text.ts';
import { LANGUAGES, type Language } from '../brain/language.ts';
import type { HandOffReason, Plan } from '../plan.ts';
import type { ReadChat } from './chat.ts';
import { findBackground } from './hand-off-store.ts';

const MAX_NOTE = 4_000;
const MAX_CANDIDATES = 3;

const REASONS: Record<Language, Record<HandOffReason, string>> = {
  id: {
    asked_for_person: 'Pelanggan meminta bicara dengan orang.',
    assistant_unsure: 'Asisten tidak tahu jawabannya.',
    assistant_failed: 'Asisten gagal menjawab.',
    forbidden_topic: 'Pelanggan menanyakan topik yang tidak boleh dijawab asisten.',
    complaint: 'Pelanggan mengeluh.',
    flow: 'Alur menyerahkan percakapan ini.',
    flow_failed: 'Alur tidak bisa dilanjutkan.',
    rule: 'Balasan otomatis menyerahkan percakapan ini.',
    no_answer: 'Tidak ada balasan otomatis, alur, atau asisten yang menjawab.',
    unsupported_message: 'Pesan ini tidak berisi teks.',
    too_old: 'Pesan ini terlambat diproses.',
    quota_exceeded: 'Kuota pesan habis.',
    cost_cap_reached: 'Batas biaya bulan ini tercapai, jadi tidak ada jawaban otomatis.',
    device_unavailable: 'Perangkat tidak terhubung.',
    opted_out: 'Pelanggan berhenti berlangganan, jadi tidak ada jawaban otomatis.',
    ignored_contact: 'Nomor ini ada di daftar tanpa jawaban otomatis.',
    loop_suspected: 'Jawaban otomatis dihentikan: pelanggan mungkin juga mesin penjawab.',
    budget_exceeded: 'Perangkat sudah mengirim terlalu banyak jawaban otomatis.',
    reply_window_closed: 'Pelanggan tidak menulis selama 24 jam, jadi jawaban tanpa template tidak dikirim.',
    template_not_sent: 'Template balasan otomatis tidak bisa dikirim.',
    failed: 'Jawaban otomatis gagal.',
  },
  en: {
    asked_for_person: 'The customer asks for a person.',
    assistant_unsure: 'The assistant does not know the answer.',
    assistant_failed: 'The assistant failed.',
    forbidden_topic: 'The customer asks about a topic that the assistant must not answer.',
    complaint: 'The customer complains.',
    flow: 'The flow hands the conversation over.',
    flow_failed: 'The flow cannot go on.',
    rule: 'The auto-reply hands the conversation over.',
    no_answer: 'No auto-reply, flow or assistant answers.',
    unsupported_message: 'The message has no words.',
    too_old: 'The message came too late.',
    quota_exceeded: 'The quota of messages is used up.',
    cost_cap_reached: 'The cost cap of this month is reached, so no automation answers.',
    device_unavailable: 'The device is not connected.',
    opted_out: 'The customer has opted out, so no automation answers.',
    ignored_contact: 'No automation answers this number.',
    loop_suspected: 'The automation stopped: the customer may be an answering machine.',
    budget_exceeded: 'The device has sent too many automated answers.',
    reply_window_closed:
      'The customer has not written for 24 hours, so text without a template was not sent.',
    template_not_sent: 'The template of the auto-reply cannot be sent.',
    failed: 'The automation failed.',
  },
};

const LABELS = {
  id: { rule: 'Balasan otomatis', flow: 'Alur', near: 'Yang paling mendekati terakhir:' },
  en: { rule: 'Auto-reply', flow: 'Flow', near: 'What came nearest last:' },
} as const satisfies Record<Language, object>;

/**
 * For staff: why the automation hands off, by which rule or flow, and what the assistant considered last. It has no
 * words of the customer, which can be deleted (docs/decisions/0086). `more`: a line of the plan.
 */
export async function handOffNote(
  tx: Tx,
  chat: ReadChat,
  { reason, plans, more }: { reason: HandOffReason; plans: readonly Plan[]; more: string | null },
): Promise<string> {
  const language = LANGUAGES.find((each) => each === chat.language) ?? LANGUAGES[0];
  const labels = LABELS[language];
  const { rule_id: rule, flow_id: flow }: Partial<Plan> = Object.assign({}, ...plans);
  const { rule_name, flow_name, candidates } = await findBackground(tx, {
    ...{ accountId: chat.account_id, conversationId: chat.conversation_id, from: chat.context_from ?? 0 },
    ...{ rule: rule && isUuid(rule) ? rule : null, flow: flow && isUuid(flow) ? flow : null },
  });
  const near = (candidates ?? [])
    .slice(0, MAX_CANDIDATES)
    .map(({ question, score }) => `- ${question} (${Math.round(score * 100)} %)`);
  const lines = [
    REASONS[language][reason],
    rule_name && `${labels.rule}: ${rule_name}`,
    flow_name && `${labels.flow}: ${flow_name}`,
    more,
    ...(near.length > 0 ? [labels.near, ...near] : []),
  ];
  return asNote(lines.filter(Boolean).join('\n'));
}

export const asNote = (text: string): string => text.slice(0, MAX_NOTE).toWellFormed();
