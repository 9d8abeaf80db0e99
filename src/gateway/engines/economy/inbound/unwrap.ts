import type { proto } from 'baileys';

type Content = proto.IMessage;

/**
 * The content inside disappearing, view-once, edited and other wrappers: each part that has a message. So wrappers that
 * the network adds later are opened too. A copy of an own message stays closed, because its author is the account.
 */
export function unwrap(message: Content | null | undefined): Content | undefined {
  let content = message ?? undefined;
  for (let inner = content; inner; inner = innerOf(inner)) content = inner;
  return content;
}

function innerOf(content: Content): Content | undefined {
  if (content.conversation || content.extendedTextMessage?.text) return undefined;
  for (const [name, part] of Object.entries(content)) {
    if (name === 'deviceSentMessage' || typeof part !== 'object' || part === null) continue;
    if ('message' in part && typeof part.message === 'object' && part.message) return part.message;
  }
  return undefined;
}
