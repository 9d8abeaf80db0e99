import type { Context } from '../../../context.ts';
import type { Quote } from '../../../gateway/engines/engine.ts';
import { problemOf, quoteOf } from '../../../gateway/messages/target.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { findMessage } from '../history.ts';
import type { ConversationRow } from '../store.ts';

export interface Quoted {
  quote: Quote;
  phone: string;
}

/**
 * The message of this conversation that a reply answers, and its number: the network shows it in that chat only.
 * FieldErrors for one that the network cannot show.
 */
export async function findQuote(ctx: Context, chat: ConversationRow, publicId: number): Promise<Quoted> {
  const found = await findMessage(ctx, chat, publicId);
  if (!found) throw unquotable('is not the id of a message in this conversation');
  const { applied } = found;
  if (found.engine !== chat.engine) throw unquotable('is the id of a message that another engine sent');
  const problem = problemOf(found, applied?.deleted_at ?? null, 'quote');
  if (problem) throw unquotable(problem);
  return { quote: quoteOf(found, applied?.edits.at(-1)?.body ?? found.body), phone: found.phone };
}

const unquotable = (problem: string) => new FieldErrors({ quote: [problem] });
