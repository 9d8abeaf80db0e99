import { z } from 'zod';
import { SecondsAgo } from '../../seconds-ago.ts';
import { Address, FilePart } from './inbound-schema.ts';

const Text = z.string().min(1).max(65_536);
const Id = z.string().min(1).max(300);

/** Without text or content: a file, whose content follows in `files`. */
const EarlierMessage = z
  .object({
    id: Id.optional(),
    text: Text.optional(),
    /** Any type, sent unchanged. */
    raw: z.looseObject({ type: z.string() }).optional(),
    from_me: z.boolean().default(false),
    seconds_ago: SecondsAgo,
    status: z.enum(['SENT', 'DELIVERED', 'READ', 'PLAYED', 'PENDING', 'ERROR']).default('READ'),
  })
  .strict();

/** One callback of the history of the Business app. */
export const HistoryBody = z
  .object({
    declined: z.boolean().default(false),
    phase: z.int().min(0).max(2).default(0),
    chunk_order: z.int().min(1).default(1),
    progress: z.int().min(0).max(100).default(100),
    threads: z
      .array(z.object({ with: Address, messages: z.array(EarlierMessage).max(5_000) }).strict())
      .max(5_000)
      .default([]),
    /** The content of files: a separate callback. */
    files: z
      .array(z.object({ from: Address, id: Id, seconds_ago: SecondsAgo, image: FilePart }).strict())
      .max(100)
      .default([]),
  })
  .strict();
export type HistoryBody = z.infer<typeof HistoryBody>;

/** Without a name: the owner removes the contact. */
export const ContactsBody = z
  .object({
    contacts: z
      .array(z.object({ phone: Address, name: Text.optional() }).strict())
      .min(1)
      .max(5_000),
  })
  .strict();
export type ContactsBody = z.infer<typeof ContactsBody>;

/** While another agent of the number holds the chat: what the customer writes, or what the agent answers. */
export const StandbyBody = z
  .object({ with: Address, text: Text, from_me: z.boolean().default(false), id: Id.optional() })
  .strict();
export type StandbyBody = z.infer<typeof StandbyBody>;

/** The chat has another owner: the agent of the provider, or the app of the business. */
export const HandoverBody = z
  .object({
    with: Address,
    type: z.enum(['control_passed', 'control_taken']).default('control_passed'),
    to: z.enum(['ai_agent', 'escalation']),
  })
  .strict();
export type HandoverBody = z.infer<typeof HandoverBody>;
