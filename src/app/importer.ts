import type { Context } from '../context.ts';
import { officialCallbacks } from '../gateway/engines/official-cloud/callbacks/reader.ts';
import type { ImportHooks } from '../gateway/messages/imports/import.ts';
import { Importer } from '../gateway/messages/imports/importer.ts';
import { mediaHook } from '../gateway/messages/media/media-hook.ts';
import { importHooks as conversationHooks } from '../inbox/conversations/import-hook.ts';

/** What the Business app shares of earlier times. */
export function openImporter(ctx: Context): Importer {
  return new Importer(ctx, { reader: officialCallbacks, hooks: importHooks(ctx) });
}

export function startImporter(ctx: Context): Importer {
  const importer = openImporter(ctx);
  importer.start();
  return importer;
}

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
