import type { Context } from '../../../context.ts';
import type { AccountJob } from '../../../platform/lib/jobs.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import { type FaqEntry, type PassageRow, readKnowledge } from '../../knowledge/knowledge.ts';
import { retryDelayMs } from '../../retry-delay.ts';
import type { LanguageModels } from '../language-model.ts';
import type { Entry } from './embeddings.ts';
import { RENEWAL } from './renewal-due.ts';

/** They mostly wait for the provider. */
const SLOTS = 8;

export const renewalJob = (ctx: Context, languageModels: Pick<LanguageModels, 'embedAll'>): AccountJob => ({
  name: RENEWAL,
  slots: SLOTS,
  async run({ accountId, failures = 0 }, stopping) {
    const { faqs, passages } = await readKnowledge(ctx.db, accountId);
    const entries = [...faqs.map(entryOfFaq), ...passages.map(entryOfPassage)];
    const step = await languageModels.embedAll(accountId, entries, stopping);
    stopping.throwIfAborted();
    if (step?.failed) {
      const at = new Date(ctx.now().getTime() + retryDelayMs(failures));
      await enqueue(ctx.db, { name: RENEWAL, accountId, failures: failures + 1, at });
    } else if (step && step.left > 0) await enqueue(ctx.db, { name: RENEWAL, accountId });
  },
});

const entryOfFaq = ({ faq_uuid, questions, answer }: FaqEntry): Entry => ({
  kind: 'faq',
  id: faq_uuid,
  text: [...questions, answer].join('\n'),
});

const entryOfPassage = ({ id, title, heading, text }: PassageRow): Entry => ({
  kind: 'passage',
  id: String(id),
  text: [title, ...(heading === null ? [] : [heading]), text].join('\n'),
});
