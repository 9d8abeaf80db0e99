import type { Context } from '../../context.ts';
import { listTexts } from '../../gateway/messages/history/history.ts';
import { cut } from '../../platform/lib/text.ts';
import { shareOf } from '../report/share.ts';
import type { HistoryWork, KeptExample, KeptGroup } from './history-run.ts';
import { type HistoryReport, MAX_GROUPS_SHOWN, MAX_SHOWN_TEXT } from './schema.ts';
import * as store from './store.ts';

/** As it is stored: messages by their row ids. */
export interface KeptReport extends Omit<HistoryReport, 'unanswered' | 'examples'> {
  unanswered: readonly KeptGroup[];
  examples: readonly KeptExample[];
}

/** The report of a run whose slices are done. */
export function historyReport(work: HistoryWork): KeptReport {
  const { judged, others, small_talk, agreements, groups, examples } = work;
  const { agrees, differs, unclear } = agreements;
  return {
    ...{ judged, others, answered: shareOf(work.answered, judged), small_talk },
    clarified: shareOf(work.clarified, judged),
    handed_off: shareOf(work.handed_off, judged),
    ...{ agrees, differs, unclear, right: shareOf(agrees, agrees + differs) },
    ...{ unanswered: groups.slice(0, MAX_GROUPS_SHOWN), examples },
  };
}

/** With the texts of the messages as they are now. Those that their authors deleted are left out. */
export async function showHistoryReport(
  { db }: Pick<Context, 'db'>,
  accountId: number,
  { unanswered, examples, ...figures }: KeptReport,
): Promise<HistoryReport> {
  const ids = [...new Set([...unanswered, ...examples].map(({ id }) => id))];
  const texts = new Map((await listTexts(db, { accountId, ids })).map((text) => [text.id, text]));
  const found = await store.conversationsOf(db, accountId, [...texts.keys()]);
  const uuids = new Map(found.map((row) => [row.message_id, row.conversation_uuid]));
  const shown = (id: number) => {
    const text = texts.get(id);
    if (!text) return null;
    const question = cut(text.body, MAX_SHOWN_TEXT);
    return { question, message_id: text.public_id, conversation_id: uuids.get(id) ?? null };
  };
  return {
    ...figures,
    unanswered: unanswered.flatMap(({ id, count }) => {
      const message = shown(id);
      return message ? [{ ...message, count }] : [];
    }),
    examples: examples.flatMap(({ id, ...example }) => {
      const message = shown(id);
      return message ? [{ ...example, ...message }] : [];
    }),
  };
}
