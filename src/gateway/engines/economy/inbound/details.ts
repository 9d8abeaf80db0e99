import type { AuthenticationCreds, proto } from 'baileys';
import { cut, MAX_ID } from '../../../../platform/lib/text.ts';
import { MAX_EXCERPT } from '../../customer-content.ts';
import type { Quote } from '../../engine.ts';
import { isOwn } from '../addresses.ts';
import { readContent } from './content.ts';
import { readingOf } from './kinds/table.ts';
import { unwrap } from './unwrap.ts';

type Content = proto.IMessage;
type Own = Pick<AuthenticationCreds, 'me'>;

/**
 * `ContentDetails`, and the official provider's keys for the rest. Null without any. That provider
 * has no `quote`, and `referral` for `ad_context`.
 */
export function readDetails(message: Content | null | undefined, own: Own): object | null {
  const content = unwrap(message);
  if (!content) return null;
  const details = {
    ...quoteIn(content, own),
    ...forwardIn(content),
    ...adContextIn(contextOf(content)),
    ...editIn(content),
    ...readingOf(content)?.details,
  };
  return Object.keys(details).length > 0 ? details : null;
}

/** Each type of content may have a context. */
function contextOf(content: Content): proto.IContextInfo | null {
  for (const part of Object.values(content)) {
    if (typeof part === 'object' && part !== null && 'contextInfo' in part && part.contextInfo)
      return part.contextInfo;
  }
  return null;
}

/** Names the number, or quotes a message that the number may have written. */
export function mentionsUs(message: Content | null | undefined, own: Own): boolean {
  const content = unwrap(message);
  const { mentionedJid, participant, stanzaId } = (content && contextOf(content)) ?? {};
  return (
    (mentionedJid ?? []).some((jid) => isOwn(jid, own)) ||
    (!!stanzaId && isOwn(participant ?? undefined, own))
  );
}

function quoteIn(content: Content, own: Own): { quote: Quote } | null {
  const { stanzaId, participant, quotedMessage } = contextOf(content) ?? {};
  if (!stanzaId || stanzaId.length > MAX_ID) return null;
  const quoted = readContent(quotedMessage);
  const excerpt = quoted?.body ? cut(quoted.body, MAX_EXCERPT) : null;
  const author = isOwn(participant ?? undefined, own) ? 'us' : 'them';
  return { quote: { id: stanzaId, author, type: quoted?.type ?? 'text', excerpt } };
}

function forwardIn(content: Content) {
  return contextOf(content)?.isForwarded ? { context: { forwarded: true } } : null;
}

/** Edits arrive as messages with the new text. */
function editIn({ protocolMessage }: Content) {
  const id = protocolMessage?.editedMessage && protocolMessage.key?.id;
  return id && id.length <= MAX_ID ? { edit: { original_message_id: id } } : null;
}

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
function adContextIn(context: proto.IContextInfo | null): { ad_context: object } | null {
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
