import type { Context } from '../../context.ts';
import { getDeviceOrChat } from '../../gateway/devices/device.ts';
import { addDays, daysOf, localDate, startOfDay } from '../../gateway/hours/days.ts';
import { hoursOf } from '../../gateway/hours/hours.ts';
import { type CustomerText, listTexts } from '../../gateway/messages/history/history.ts';
import type { Caller, Sight } from '../../platform/accounts/account.ts';
import { record } from '../../platform/audit/audit.ts';
import { planEachTime } from '../../platform/lib/db/db.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { cut, isUuid } from '../../platform/lib/text.ts';
import { findSettings } from '../settings/settings.ts';
import * as store from './judgement-store.ts';
import { addTestQuestion } from './question.ts';
import {
  type GiveFeedback,
  MAX_JUDGEMENTS,
  MAX_REPORT_DAYS,
  type ReadReport,
  type Report,
  type ReportExample,
  type Totals,
} from './schema.ts';
import { shareOf } from './share.ts';
import { findStaffAnswers } from './staff-answer.ts';

/** Of the texts of an example, in characters. */
const MAX_EXAMPLE_TEXT = 500;

/** What the assistant did, or would have done. FieldErrors for the days; ApiError device_not_found. */
export async function readReport(
  ctx: Context,
  account: Sight,
  { mode: asked, device_uuid, ...given }: ReadReport,
): Promise<Report> {
  const hours = await hoursOf(ctx.db, account.id, null);
  const mode = asked ?? (await findSettings(ctx.db, account.id)).mode;
  const { from, to, dates } = daysOf(given, localDate(hours, ctx.now()), MAX_REPORT_DAYS);
  const device = device_uuid === undefined ? null : await getDeviceOrChat(ctx, account, device_uuid);
  const scope: store.Scope = {
    accountId: account.id,
    mode,
    deviceIds: device ? [device.id] : account.deviceIds,
    from: startOfDay(hours, from),
    until: startOfDay(hours, addDays(to, 1)),
    days: dates.map((date) => startOfDay(hours, date)),
  };
  const { rows, examples } = await ctx.db.transaction(async (tx) => {
    await planEachTime(tx);
    return { rows: await store.readFigures(tx, scope), examples: await store.readExamples(tx, scope) };
  });
  const ofDays = rows.filter(({ day }) => day !== null);
  const byDay = Map.groupBy(ofDays, ({ day }) => day);
  const ofDevices = rows.filter(({ device_id }) => device_id !== null);
  const byDevice = Map.groupBy(ofDevices, ({ device_uuid: uuid }) => uuid);
  const total = totalsOf(ofDays);
  return {
    mode,
    timezone: hours.timezone,
    from,
    to,
    is_cut: total.judged >= MAX_JUDGEMENTS,
    total,
    days: dates.map((date, index) => ({ date, ...totalsOf(byDay.get(index + 1) ?? []) })),
    devices: Array.from(byDevice, ([uuid, own]) => ({ device_uuid: uuid, ...totalsOf(own) })),
    examples: await withTexts(ctx, account.id, examples),
  };
}

/** The figures of these rows together. */
function totalsOf(rows: readonly store.FiguresRow[]): Totals {
  const count = (is: (row: store.FiguresRow) => boolean) =>
    rows.reduce((sum, row) => sum + (is(row) ? row.count : 0), 0);
  const among = (is: (row: store.FiguresRow) => boolean | null, all: typeof is = () => true) =>
    shareOf(
      count((row) => all(row) === true && is(row) === true),
      count((row) => all(row) === true),
    );
  const isAnswer = ({ action, is_small_talk }: store.FiguresRow) => action === 'answer' && !is_small_talk;
  return {
    judged: count(() => true),
    answered: among(({ action }) => action === 'answer'),
    small_talk: count(({ is_small_talk }) => is_small_talk),
    clarified: among(({ action }) => action === 'clarify'),
    handed_off: among(({ action }) => action === 'handoff'),
    agrees: count(({ agreement }) => agreement === 'agrees'),
    differs: count(({ agreement }) => agreement === 'differs'),
    unclear: count(({ agreement }) => agreement === 'unclear'),
    marked_right: count(({ feedback }) => feedback === 'right'),
    marked_wrong: count(({ feedback }) => feedback === 'wrong'),
    right: among(
      ({ verdict }) => verdict === 'right',
      ({ verdict }) => verdict !== null,
    ),
    picked: among(
      ({ is_picked }) => is_picked,
      ({ is_picked }) => is_picked !== null,
    ),
    taken_over: among(
      ({ is_taken_over }) => is_taken_over,
      (row) => isAnswer(row) && row.is_taken_over !== null,
    ),
  };
}

/** Without those whose messages are gone. */
async function withTexts(
  { db }: Context,
  accountId: number,
  rows: readonly store.ExampleRow[],
): Promise<ReportExample[]> {
  const ids = rows.flatMap(({ message_ids }) => message_ids);
  const byId = new Map((await listTexts(db, { accountId, ids })).map((text) => [text.id, text]));
  const shown = rows.flatMap((row) => {
    const asked = row.message_ids.flatMap((id) => byId.get(id) ?? []);
    const last = asked.at(-1);
    return last ? [{ row, last, question: questionOf(asked) }] : [];
  });
  const places = shown.map(({ last }) => ({ device_id: last.device_id, phone: last.phone, after: last.id }));
  const answers = await findStaffAnswers(db, places);
  return shown.map(({ row, last, question }, at) => {
    const staff = answers[at] ?? null;
    const isKnown = staff !== null && row.staff_message_id === staff.id;
    return {
      decision_id: row.decision_uuid,
      conversation_id: row.conversation_uuid,
      message_id: last.public_id,
      at: row.created_at.toISOString(),
      kind: row.kind,
      action: row.action,
      reason: row.reason,
      faq_id: row.faq_uuid,
      confidence: row.score,
      question: cut(question, MAX_EXAMPLE_TEXT),
      answer: row.answer === null ? null : cut(row.answer, MAX_EXAMPLE_TEXT),
      staff_answer: isKnown ? cut(staff.text, MAX_EXAMPLE_TEXT) : null,
      agreement: row.agreement,
      feedback: row.feedback,
    };
  });
}

const questionOf = (asked: readonly CustomerText[]) => asked.map(({ body }) => body.trim()).join('\n');

/** ApiError decision_not_found, faq_not_found, test_question_limit_reached. */
export async function giveFeedback(
  ctx: Context,
  account: Caller,
  uuid: string,
  { verdict, faq_id }: GiveFeedback,
): Promise<{ test_question_id: string | null }> {
  return ctx.db.transaction(async (tx) => {
    const { id: accountId, deviceIds } = account;
    const marked = isUuid(uuid) ? await store.mark(tx, { accountId, deviceIds, uuid, verdict }) : undefined;
    if (!marked) throw new ApiError('decision_not_found');
    const detail = { verdict, faq_id: faq_id ?? null };
    await record(tx, ctx, [{ action: 'assistant.marked', accountId, target: uuid, detail }]);
    if (faq_id === undefined) return { test_question_id: null };
    const question = questionOf(await listTexts(tx, { accountId, ids: marked.message_ids }));
    return { test_question_id: await addTestQuestion({ ...ctx, db: tx }, tx, account, { question, faq_id }) };
  });
}
