import type { Context } from '../../context.ts';
import { toStorable } from '../../lib/text.ts';
import type { InboundHook } from '../inbound/inbound.ts';
import { sealSource } from './source-seal.ts';
import { insertMedia, type NewMedia } from './store.ts';

/** In UTF-16 units. */
const MAX_TEXT = 255;

/** Notes the files of inbound messages, in their transaction. A worker fetches them afterwards. */
export function mediaHook(ctx: Pick<Context, 'box' | 'config' | 'now'>): InboundHook {
  return async (tx, messages) => {
    const rows = messages.flatMap(({ id, account_id, device_id, file }): NewMedia[] => {
      if (!file || ctx.config.KURIR_MEDIA_DAYS === 0) return [];
      const { kind, mimetype, fileName, size, source } = file;
      return [
        {
          message_id: id,
          account_id,
          device_id,
          kind,
          source: sealSource(ctx, id, source),
          mimetype: shortText(mimetype),
          file_name: shortText(fileName),
          size: size !== null && Number.isSafeInteger(size) && size >= 0 ? size : null,
        },
      ];
    });
    if (rows.length > 0) await insertMedia(tx, rows, ctx.now());
  };
}

const shortText = (text: string | null) => (text ? toStorable(text.slice(0, MAX_TEXT)) : null);
