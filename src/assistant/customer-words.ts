import { KINDS_WITHOUT_WORDS } from '../gateway/engines/content-kinds.ts';
import { UNSUPPORTED_BODY } from '../gateway/engines/customer-content.ts';

interface Written {
  /** Of its content. Null: text or a file. */
  kind: string | null;
  body: string | null;
  /** In a group. */
  sender?: object | null | undefined;
}

/** What the customer wrote, or null. In a group without the mentions, which are numbers or hidden ids. */
export function wordsOf({ kind, body, sender }: Written): string | null {
  if (body === UNSUPPORTED_BODY || KINDS_WITHOUT_WORDS.some((each) => each === kind)) return null;
  return sender ? (body?.replace(/@\d{5,}/g, ' ').trim() ?? null) : body;
}
