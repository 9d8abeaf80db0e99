import type { proto } from 'baileys';

type Content = proto.IMessage;

const MAX_WRAPPERS = 8;

/**
 * The content inside disappearing, view-once, edited and other wrappers: each part that has a message. So wrappers that
 * the network adds later are opened too. A copy of an own message stays closed, because its author is the account.
 */
export function unwrap(message: Content | null | undefined): Content | undefined {
  let content = message ?? undefined;
  for (let count = 0; content && count < MAX_WRAPPERS; count += 1) {
    const inner = innerOf(content);
    if (!inner) break;
    content = inner;
  }
  return content;
}

function innerOf(content: Content): Content | null {
  if (content.conversation || content.extendedTextMessage) return null;
  for (const [name, part] of Object.entries(content)) {
    if (name === 'deviceSentMessage' || typeof part !== 'object' || part === null) continue;
    if ('message' in part && typeof part.message === 'object' && part.message) return part.message;
  }
  return null;
}
