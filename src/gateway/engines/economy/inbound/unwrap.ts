import type { proto } from 'baileys';

type Content = proto.IMessage;

/**
 * Opens disappearing, view-once, edited and unknown wrappers: each part with a message. Copies of
 * own messages stay closed: the account is their author.
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
