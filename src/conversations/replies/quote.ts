import type { Context } from '../../context.ts';
import { MAX_EXCERPT } from '../../engines/customer-content.ts';
import type { Quote } from '../../engines/engine.ts';
import { FieldErrors } from '../../lib/errors.ts';
import { cut } from '../../lib/text.ts';
import { meaningOf } from '../../messages/meaning.ts';
import { findMessage } from '../history.ts';
import type { ConversationRow } from '../store.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

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
  if (found.applied?.deleted_at) throw unquotable('is the id of a deleted message');
  if (meaningOf(found).edit_of !== undefined)
    throw unquotable('is the id of an edit: quote the message that it changes');
  if (found.engine !== chat.engine) throw unquotable('is the id of a message that another engine sent');
  if (found.wa_message_id === null) throw unquotable(`is the id of a message that ${whyUnsent(found)}`);
  const { wa_message_id: id, direction, type, phone } = found;
  const body = found.applied?.edits.at(-1)?.body ?? found.body;
  const excerpt = body === null ? null : cut(body, MAX_EXCERPT);
  return { quote: { id, author: direction === 'out' ? 'us' : 'them', type, excerpt }, phone };
}

const unquotable = (problem: string) => new FieldErrors({ quote: [problem] });

const whyUnsent = ({ status }: Found) => (status === 'failed' ? 'was never sent' : 'is not sent yet');
