import type { Context } from '../../../context.ts';
import type { InboundHook } from '../inbound/inbound.ts';
import { aboutOf } from './announced.ts';
import { sealSource } from './source-seal.ts';
import { insertMedia, type NewMedia } from './store.ts';

/** In the transaction of the messages. A worker fetches the files. */
export function mediaHook(ctx: Pick<Context, 'box' | 'config' | 'now'>): InboundHook {
  return async (tx, messages) => {
    const rows = messages.flatMap(({ id, account_id, device_id, file }): NewMedia[] => {
      if (!file || ctx.config.KURIR_MEDIA_DAYS === 0) return [];
      return [
        {
          message_id: id,
          account_id,
          device_id,
          source: sealSource(ctx, id, file.source),
          ...aboutOf(file),
        },
      ];
    });
    if (rows.length > 0) await insertMedia(tx, rows, ctx.now());
  };
}
