import type { Context } from '../../context.ts';
import { getDeviceOrChat } from '../../gateway/devices/device.ts';
import { hoursOf } from '../../gateway/hours/hours.ts';
import { addDays, daysOf, localDate, startOfDay } from '../../gateway/hours/local-days.ts';
import { type CustomerText, listTexts } from '../../gateway/messages/history/history.ts';
import type { Caller, Sight } from '../../platform/accounts/account.ts';
import { record } from '../../platform/audit/audit.ts';
import { planEachTime } from '../../platform/lib/db/db.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { cut, isUuid } from '../../platform/lib/text.ts';
import { findStaffAnswers } from '../judgements/staff-answer.ts';
import { findSettings } from '../settings/settings.ts';
import { addTestQuestion } from '../test-questions/question.ts';
import { totalsOf } from './figures.ts';
import {
  type Example,
  type GiveFeedback,
  MAX_DAYS,
  MAX_EXAMPLE_TEXT,
  MAX_JUDGEMENTS,
  type ReadReport,
  type Report,
} from './schema.ts';
import * as store from './store.ts';

/** What the assistant did, or would have done. FieldErrors for the days; ApiError device_not_found. */
export async function readReport(
  ctx: Context,
  account: Sight,
  { mode: asked, device_uuid, ...given }: ReadReport,
): Promise<Report> {
  const hours = await hoursOf(ctx.db, account.id, null);
  const mode = asked ?? (await findSettings(ctx.db, account.id)).mode;
  const { from, to, dates } = daysOf(given, localDate(hours, ctx.now()), MAX_DAYS);
  const device = device_uuid === undefined ? null : await getDeviceOrChat(ctx, account, device_uuid);
  const scope: store.Scope = {
    ...{ accountId: account.id, mode, deviceIds: device ? [device.id] : account.deviceIds },
    ...{ from: startOfDay(hours, from), until: startOfDay(hours, addDays(to, 1)) },
    days: dates.map((date) => startOfDay(hours, date)),
  };
  const { rows, examples } = await ctx.db.transaction(async (tx) => {
    await planEachTime(tx);
    return { rows: await store.readFigures(tx, scope), examples: await store.readExamples(tx, scope) };
  });
  const byDay = Map.groupBy(
    rows.filter(({ day }) => day !== null),
    ({ day }) => day,
  );
  const byDevice = Map.groupBy(
    rows.filter(({ device_id }) => device_id !== null),
    ({ device_uuid: uuid }) => uuid,
  );
  const total = totalsOf([...byDay.values()].flat());
  return {
    ...{ mode, timezone: hours.timezone, from, to, is_cut: total.judged >= MAX_JUDGEMENTS, total },
    days: dates.map((date, index) => ({ date, ...totalsOf(byDay.get(index + 1) ?? []) })),
    devices: Array.from(byDevice, ([uuid, own]) => ({ device_uuid: uuid, ...totalsOf(own) })),
    examples: await withTexts(ctx, account.id, examples),
  };
}

/** Without those whose messages are gone. */
async function withTexts(
  ctx: Context,
  accountId: number,
  rows: readonly store.ExampleRow[],
): Promise<Example[]> {
  const texts = await listTexts(ctx.db, { accountId, ids: rows.flatMap(({ message_ids }) => message_ids) });
  const byId = new Map(texts.map((text) => [text.id, text]));
  const shown = rows.flatMap((row) => {
    const asked = row.message_ids.flatMap((id) => byId.get(id) ?? []);
    const last = asked.at(-1);
    return last ? [{ row, asked, last }] : [];
  });
  const places = shown.map(({ last }) => ({ device_id: last.device_id, phone: last.phone, after: last.id }));
  const answers = await findStaffAnswers(ctx.db, places);
  return shown.map(({ row, asked, last }, at) => exampleOf(row, { asked, last, staff: answers[at] ?? null }));
}

function exampleOf(
  row: store.ExampleRow,
  {
    asked,
    last,
    staff,
  }: {
    asked: readonly CustomerText[];
    last: CustomerText;
    staff: Awaited<ReturnType<typeof findStaffAnswers>>[0] | null;
  },
): Example {
  const isKnown = staff !== null && row.staff_message_id === staff.id;
  return {
    ...{ decision_id: row.decision_uuid, conversation_id: row.conversation_uuid, message_id: last.public_id },
    ...{ at: row.created_at.toISOString(), kind: row.kind, action: row.action, reason: row.reason },
    ...{ faq_id: row.faq_uuid, confidence: row.score, agreement: row.agreement, feedback: row.feedback },
    question: cut(questionOf(asked), MAX_EXAMPLE_TEXT),
    answer: row.answer === null ? null : cut(row.answer, MAX_EXAMPLE_TEXT),
    staff_answer: isKnown ? cut(staff.text, MAX_EXAMPLE_TEXT) : null,
  };
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
