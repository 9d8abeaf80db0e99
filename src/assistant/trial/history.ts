import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { type CustomerText, listTexts, pageTexts } from '../../gateway/messages/history/history.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { cut } from '../../platform/lib/text.ts';
import type { Assistant } from '../assistant.ts';
import { nearestBefore, SAME_QUESTION } from '../brain/similarity.ts';
import { findSettings } from '../settings/settings.ts';
import * as store from './evaluation-store.ts';
import type { FindOthers } from './other-stages.ts';
import {
  type Agreement,
  type EvaluationExample,
  type HistoryReport,
  MAX_EXAMPLES,
  MAX_GROUPS_SHOWN,
} from './schema.ts';
import { shareOf } from './share.ts';
import { agreementOf, findStaffAnswers } from './staff-answer.ts';

/** Messages of one slice. */
const SLICE = 50;
/** Groups that are remembered: the rarest and oldest go. */
const MAX_GROUPS = 300;
/** Of texts in a report, in characters. */
export const MAX_SHOWN_TEXT = 300;

/** The message is named by its row id, not copied: its author can delete it. */
type KeptExample = Omit<EvaluationExample, 'conversation_id' | 'message_id' | 'question'> & { id: number };

/** Similar questions, named by one of their messages. */
interface KeptGroup {
  id: number;
  count: number;
}

const NOTHING = {
  judged: 0,
  others: 0,
  answered: 0,
  small_talk: 0,
  clarified: 0,
  handed_off: 0,
  agreements: { agrees: 0, differs: 0, unclear: 0 } as Record<Agreement, number>,
  examples: [] as KeptExample[],
  groups: [] as KeptGroup[],
};
/** Kept between slices. */
type HistoryWork = typeof NOTHING;

export interface Parts {
  ctx: Context;
  /** Without a language model: a run costs nothing. */
  assistant: Pick<Assistant, 'reply' | 'memory'>;
  findOthers: FindOthers;
}

export interface Slice<Work> {
  work: Work;
  looked: number;
  /** Null: it was the last slice. */
  next: { at: Date; id: number } | null;
}

/** Judges the next messages as the assistant would now. Sends and changes nothing. */
export async function runHistorySlice(parts: Parts, run: store.EvaluationRow): Promise<Slice<HistoryWork>> {
  const { ctx } = parts;
  const { account_id: accountId, from_at: from, next_at: at, next_id: id, looked_at, max_messages } = run;
  // The column has what this function wrote.
  const work: HistoryWork = structuredClone({ ...NOTHING, ...(run.work as Partial<HistoryWork>) });
  const limit = Math.min(SLICE, max_messages - looked_at);
  const page = await pageTexts(ctx.db, accountId, { before: { at, id }, from, limit });
  const others = await parts.findOthers(accountId, page.texts);
  work.others += others.size;
  const texts = page.texts.filter((text) => !others.has(text.id));
  const places = texts.map((text) => ({ device_id: text.device_id, phone: text.phone, after: text.id }));
  const staff = await findStaffAnswers(ctx.db, places);
  const unanswered: CustomerText[] = [];
  for (const [index, text] of texts.entries()) {
    await setImmediate();
    const isAnswered = await judge(parts, accountId, { text, staff: staff[index]?.text ?? null, work });
    if (!isAnswered) unanswered.push(text);
  }
  await group(ctx, accountId, work, unanswered);
  const isLast = looked_at + limit >= max_messages;
  return { work, looked: looked_at + page.looked, next: isLast ? null : page.next };
}

/** False: no pair answers it. */
async function judge(
  { ctx, assistant }: Parts,
  accountId: number,
  { text, staff, work }: { text: CustomerText; staff: string | null; work: HistoryWork },
): Promise<boolean> {
  const asked = { account_id: accountId, device_id: null, device_uuid: null, device_label: null };
  const { answer } = await assistant.reply({ ...asked, person_name: null, phone: text.phone }, text.body);
  const { action, reason } = answer;
  work.judged += 1;
  if (action === 'answer') work.answered += 1;
  if (reason === 'small_talk') work.small_talk += 1;
  if (action === 'clarify') work.clarified += 1;
  if (action === 'handoff') work.handed_off += 1;
  if (reason === 'small_talk') return true;
  const { model } = await assistant.memory.models.modelOf(accountId);
  const isCompared = action === 'answer' && staff !== null && model !== null;
  const agreement = isCompared
    ? await agreementOf(ctx.db, { accountId, brain: model.brain }, answer.text, staff)
    : null;
  if (agreement) work.agreements[agreement] += 1;
  const kind = action === 'clarify' ? 'clarified' : action === 'handoff' ? 'handed_off' : agreement;
  if (kind && work.examples.filter((each) => each.kind === kind).length < MAX_EXAMPLES) {
    work.examples.push({
      kind,
      id: text.id,
      faq_id: answer.faq_id,
      confidence: answer.confidence,
      answer: cut(answer.text, MAX_SHOWN_TEXT),
      staff_answer: staff === null ? null : cut(staff, MAX_SHOWN_TEXT),
    });
  }
  return action !== 'handoff' || reason !== 'unsure';
}

/** Similar questions without an answer are one group. A group whose message is deleted goes. */
async function group(
  ctx: Context,
  accountId: number,
  work: HistoryWork,
  texts: readonly CustomerText[],
): Promise<void> {
  if (texts.length === 0) return;
  const { languages } = await findSettings(ctx.db, accountId);
  const counts = new Map(work.groups.map(({ id, count }) => [id, count]));
  const heads = await listTexts(ctx.db, { accountId, ids: [...counts.keys()] });
  const questions = [...heads, ...texts].map(({ body }) => cut(body, MAX_SHOWN_TEXT));
  const near = await nearestBefore(questions, heads.length, { languages });
  const groups: KeptGroup[] = heads.map(({ id }) => ({ id, count: counts.get(id) ?? 0 }));
  // The group of each text so far, also of those in this slice.
  const owners = [...groups];
  for (const [index, { id }] of texts.entries()) {
    const nearest = near[index];
    const own = nearest && nearest.cosine >= SAME_QUESTION ? owners[nearest.at] : undefined;
    const joined = own ?? { id, count: 0 };
    joined.count += 1;
    if (!own) groups.push(joined);
    owners.push(joined);
  }
  work.groups = groups.sort((one, other) => other.count - one.count).slice(0, MAX_GROUPS);
}

/** As it is stored: messages by their row ids. */
export interface KeptReport extends Omit<HistoryReport, 'unanswered' | 'examples'> {
  unanswered: readonly KeptGroup[];
  examples: readonly KeptExample[];
}

/** The report of a run whose slices are done. */
export function historyReport({ agreements, groups, examples, ...work }: HistoryWork): KeptReport {
  const { agrees, differs } = agreements;
  const share = (count: number) => shareOf(count, work.judged);
  return {
    ...work,
    ...agreements,
    answered: share(work.answered),
    clarified: share(work.clarified),
    handed_off: share(work.handed_off),
    right: shareOf(agrees, agrees + differs),
    unanswered: groups.slice(0, MAX_GROUPS_SHOWN),
    examples,
  };
}

/** With the texts of the messages as they are now. Those that their authors deleted are left out. */
export async function showHistoryReport(
  db: Db,
  accountId: number,
  { unanswered, examples, ...figures }: KeptReport,
): Promise<HistoryReport> {
  const ids = [...new Set([...unanswered, ...examples].map(({ id }) => id))];
  const texts = new Map((await listTexts(db, { accountId, ids })).map((text) => [text.id, text]));
  const found = await store.conversationsOf(db, { accountId, ids: [...texts.keys()] });
  const uuids = new Map(found.map((row) => [row.message_id, row.conversation_uuid]));
  const shown = <Kept extends { id: number }>({ id, ...kept }: Kept) => {
    const text = texts.get(id);
    if (!text) return [];
    const question = cut(text.body, MAX_SHOWN_TEXT);
    return [{ ...kept, question, message_id: text.public_id, conversation_id: uuids.get(id) ?? null }];
  };
  return { ...figures, unanswered: unanswered.flatMap(shown), examples: examples.flatMap(shown) };
}
