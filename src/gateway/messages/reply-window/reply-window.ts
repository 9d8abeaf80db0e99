import type { Context } from '../../../context.ts';
import { DAY, HOUR } from '../../../platform/lib/clock.ts';
import { ENGINE_KINDS, type EngineKind } from '../../engines/kinds.ts';
import { findAnswered } from './store.ts';

export interface Chat {
  device_id: number;
  engine: EngineKind;
  phone: string;
  last_customer_at: Date | null;
}

export interface ReplyWindow {
  /** Null for unlimited free text, or before the customer's first message. */
  until: Date | null;
  /** For free text. Templates are always accepted. */
  isOpen: boolean;
}

export const WINDOW_MS = DAY;
/** After a message from an advertisement, if answered within `WINDOW_MS`. */
export const ADVERTISED_MS = 72 * HOUR;

/** In the order of the chats. */
export async function findReplyWindows(ctx: Context, chats: readonly Chat[]): Promise<ReplyWindow[]> {
  const now = ctx.now();
  const limited = chats.filter(hasWindow);
  const since = new Date(now.getTime() - ADVERTISED_MS);
  const answered =
    limited.length === 0 ? [] : await findAnswered(ctx.db, limited, { since, answerMs: WINDOW_MS });
  const adAt = new Map(answered.flatMap(({ index, at }) => (limited[index] ? [[limited[index], at]] : [])));
  return chats.map((chat) => windowOf(chat, adAt.get(chat) ?? null, now));
}

const hasWindow = ({ engine }: Chat) => ENGINE_KINDS[engine].sendsTemplates;

function windowOf(chat: Chat, advertisedAt: Date | null, now: Date): ReplyWindow {
  if (!hasWindow(chat)) return { until: null, isOpen: true };
  const ends = [endOf(chat.last_customer_at, WINDOW_MS), endOf(advertisedAt, ADVERTISED_MS)];
  const until = Math.max(...ends);
  return until > 0
    ? { until: new Date(until), isOpen: until > now.getTime() }
    : { until: null, isOpen: false };
}

const endOf = (start: Date | null, ms: number) => (start === null ? 0 : start.getTime() + ms);
