import type { Context } from '../context.ts';
import { officialCallbacks } from '../gateway/engines/official-cloud/callbacks/reader.ts';
import type { ImportHooks } from '../gateway/messages/imports/import.ts';
import { type ImportJobOptions, importJob } from '../gateway/messages/imports/import-job.ts';
import { mediaHook } from '../gateway/messages/media/media-hook.ts';
import { importHooks as conversationHooks } from '../inbox/conversations/import-hook.ts';
import type { AccountJob } from '../platform/lib/jobs.ts';

/** What the Business app shares of earlier times. */
export const openImportJob = (
  ctx: Context,
  reader: ImportJobOptions['reader'] = officialCallbacks,
): AccountJob => importJob(ctx, { reader, hooks: importHooks(ctx) });

/** Words of that time start no opt-out and no automation. */
function importHooks(ctx: Context): ImportHooks {
  const [conversations, media] = [conversationHooks(ctx), mediaHook(ctx)];
  return {
    open: conversations.open,
    async stored(tx, messages) {
      await media(
        tx,
        messages.filter(({ status }) => status === 'received'),
      );
      await conversations.stored(tx, messages);
    },
  };
}
