import { z } from 'zod';
import type { Handover } from '../../callbacks.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';
import { addressOf, isCustomer } from './author.ts';
import { isRecord, itemsOf, timeOf } from './envelope.ts';

/** Field: chats of another agent. */
export const STANDBY = 'standby';
/** Field: chats with a new owner. */
export const HANDOVERS = 'messaging_handovers';

/** The provider's agent. */
const AGENT = 'ai_agent';

const id = lenient(textOrNumber(200));
const Control = lenient(z.object({ new_owner_role: lenient(z.string()) }));
const Reported = z.object({
  sender: z.object({ phone_number: id, wa_id: id, user_id: id }),
  timestamp: id,
  type: z.enum(['control_passed', 'control_taken']),
  control_passed: Control,
  control_taken: Control,
});

/** Null: unreadable. Without roles, the new owner learns of a pass, the one before of a take. */
export function handoverOf(value: unknown, receivedAt: Date): Handover | null {
  const report = Reported.safeParse(value).data;
  if (!report) return null;
  const { sender, type, timestamp } = report;
  const phone = [addressOf(sender.phone_number), addressOf(sender.wa_id), sender.user_id].find(isCustomer);
  const role = report[type]?.new_owner_role;
  const isHeld = role ? role === AGENT : type === 'control_taken';
  return phone ? { phone, isHeld, at: timeOf(timestamp) ?? receivedAt } : null;
}

/** Echoes have their content in `message`. */
export function standbyIn(value: Record<string, unknown>): Record<string, unknown> {
  const inner = isRecord(value.standby) ? value.standby : value;
  const echoes = itemsOf(inner.message_echoes).map((echo) => {
    if (!isRecord(echo) || !isRecord(echo.message)) return echo;
    const { message, ...about } = echo;
    return { ...message, ...about };
  });
  return { ...inner, message_echoes: echoes };
}
