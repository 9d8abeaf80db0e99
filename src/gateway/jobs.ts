import type { Context } from '../context.ts';
import type { Job } from '../platform/lib/jobs.ts';
import { tidyBulks } from './contacts/bulk/bulk.ts';
import { bulkJob } from './contacts/bulk/job.ts';
import { dropValuesJob } from './contacts/fields/job.ts';
import { tidyImports } from './contacts/imports.ts';
import { deleteOldGroupQuestions } from './devices/groups/questions.ts';
import { deleteOldChecks } from './devices/numbers/questions.ts';
import { deleteUnusableFiles } from './devices/sessions/network-files.ts';
import { type EventConsumer, takeOverEvents } from './events/consumer.ts';
import { deleteOldEvents } from './events/retention.ts';
import { tidyUpdates } from './messages/official/retention.ts';
import { deleteOldQuickReplies } from './messages/phone-replies/automation.ts';
import { renewMissingSubscriptions, WEBHOOKS } from './webhooks/consumer.ts';
import { forgetPaces } from './webhooks/replay/pace.ts';
import { forgetOldSecrets } from './webhooks/webhook.ts';

/** `consumers` of events, beside the webhooks. */
export const gatewayJobs = (ctx: Context, consumers: readonly EventConsumer[]): Job[] => [
  { name: 'events.take_over', cron: '* * * * *', run: () => takeOverVersionBefore(ctx) },
  { name: 'webhooks.retention', cron: '17 3 * * *', run: () => tidyWebhooks(ctx, consumers) },
  { name: 'official_updates.retention', cron: '37 3 * * *', run: () => tidyUpdates(ctx) },
  bulkJob(ctx),
  dropValuesJob(ctx),
  { name: 'contact_bulks.retention', cron: '*/10 * * * *', run: () => tidyBulks(ctx) },
  { name: 'contact_imports.retention', cron: '7 * * * *', run: () => tidyImports(ctx) },
  { name: 'number_checks.retention', cron: '7 4 * * *', run: () => deleteOldChecks(ctx) },
  { name: 'group_questions.retention', cron: '*/10 * * * *', run: () => deleteOldGroupQuestions(ctx) },
  { name: 'network_files.retention', cron: '47 4 * * *', run: () => deleteUnusableFiles(ctx) },
  { name: 'quick_replies.retention', cron: '27 4 * * *', run: () => deleteOldQuickReplies(ctx) },
];

/**
 * During an update, processes of the previous version write events and webhooks without backlog and
 * subscription.
 */
async function takeOverVersionBefore(ctx: Context): Promise<void> {
  await renewMissingSubscriptions(ctx);
  await takeOverEvents(ctx);
}

async function tidyWebhooks(ctx: Context, consumers: readonly EventConsumer[]): Promise<object> {
  const events = await deleteOldEvents(ctx, [WEBHOOKS, ...consumers]);
  const secrets = await forgetOldSecrets(ctx);
  return { events, secrets, paces: await forgetPaces(ctx) };
}
