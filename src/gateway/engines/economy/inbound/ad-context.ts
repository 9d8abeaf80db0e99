import type { proto } from 'baileys';
import { cut } from '../../../../platform/lib/text.ts';

/** Above every text: a cut URL never counts as whole. */
const MAX_VALUE = 2_048;
const STATUS_UPDATES = 'status@broadcast';

const ORIGIN_KEYS: readonly string[] = [
  'conversionSource',
  'conversionDelaySeconds',
  'entryPointConversionSource',
  'entryPointConversionApp',
  'entryPointConversionDelaySeconds',
  'entryPointConversionExternalSource',
  'entryPointConversionExternalMedium',
  'ctwaSignals',
];

/**
 * An advertisement in the network's names, without bytes. May be a link card of a business: see
 * `referralOf`.
 */
export function adContextIn(context: proto.IContextInfo | null): { ad_context: object } | null {
  // A forwarded advertisement is no click, nor one in an answer to a status.
  if (!context || context.isForwarded || context.remoteJid === STATUS_UPDATES) return null;
  const reply = valuesOf(context.externalAdReply ?? {});
  const origin = valuesOf(
    Object.fromEntries(Object.entries(context).filter(([key]) => ORIGIN_KEYS.includes(key))),
  );
  const found = { ...(Object.keys(reply).length > 0 && { externalAdReply: reply }), ...origin };
  return Object.keys(found).length > 0 ? { ad_context: found } : null;
}

function valuesOf(fields: object): Record<string, string | number | boolean> {
  const values: Record<string, string | number | boolean> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === 'string' && value !== '') values[key] = cut(value, MAX_VALUE);
    if (typeof value === 'number' || typeof value === 'boolean') values[key] = value;
  }
  return values;
}
