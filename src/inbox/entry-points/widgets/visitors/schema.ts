import { z } from 'zod';
import { apiString, atMost, requiredString } from '../../../../platform/lib/text.ts';
import { MAX_CONTACT_NAME, MAX_CONTACT_PHONE, MAX_IDENTITY, MAX_TEXT } from './limits.ts';

/** Longer than each id of a message. */
const MAX_MESSAGE_ID = 100;
const MAX_CHOICE_ID = 256;

const messageId = apiString().refine(...atMost(MAX_MESSAGE_ID));

export const WidgetParams = z.object({ id: z.string() });

export const FileParams = WidgetParams.extend({ message: messageId });

export const NewVisitor = z.object({
  identity: apiString()
    .refine(...atMost(MAX_IDENTITY))
    .optional(),
});

export const Post = z.object({
  id: z.uuid().transform((id) => id.toLowerCase()),
  text: requiredString(MAX_TEXT),
  choice: z.object({ message: messageId, id: apiString().refine(...atMost(MAX_CHOICE_ID)) }).optional(),
  contact: z
    .object({ name: requiredString(MAX_CONTACT_NAME), phone: requiredString(MAX_CONTACT_PHONE) })
    .optional(),
});
export type Post = z.infer<typeof Post>;

export const ListMessages = z.object({ before: messageId.optional() });

export const Seen = z.object({ up_to: messageId, status: z.enum(['delivered', 'read']) });
export type Seen = z.infer<typeof Seen>;

/** As its visitor sees it. */
export interface VisitorMessage {
  /** Of the page for own messages. */
  id: string;
  from: 'visitor' | 'business';
  /** Null: the visitor. */
  by: null | 'bot' | 'person';
  type: string;
  text: string | null;
  choices: { id: string; title: string; description?: string }[] | null;
  /** `url` null: an uploaded one, which `GET /w/:id/files/:message` has. */
  file: { url: string | null; name: string } | null;
  at: string;
  status: 'sent' | 'delivered' | 'read';
}

export interface VisitorMessages {
  /** The oldest first. */
  messages: VisitorMessage[];
  has_more: boolean;
}
