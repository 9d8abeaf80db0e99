import type { Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import type { Choice } from '../answering/choices.ts';
import type { KeptSubject } from '../answering/subject.ts';
import type { Language } from '../settings/settings.ts';

export interface ChatState {
  /** In a row. */
  abstentions: number;
  is_introduced: boolean;
  choices: { offered: readonly Choice[] } | null;
  /** Null: not known. */
  language: Language | null;
  subject: KeptSubject | null;
}

interface Key {
  conversationId: number;
  ownershipVersion: number;
}

/** Maybe under an earlier owner. */
export interface StoredChat extends ChatState {
  conversation_id: number;
  ownership_version: number;
}

export const findChats = statement<{ conversationIds: readonly number[] }, StoredChat>(
  'automation.find_assistant_chats',
  `select conversation_id, ownership_version, abstentions, is_introduced, choices, language, subject
   from assistant_chats
   where conversation_id = any (:conversationIds::bigint[])`,
).all;

interface Written extends Key {
  accountId: number;
  abstentions: number;
  isIntroduced: boolean;
  choices: string | null;
  language: Language | null;
  subject: string | null;
  now: Date;
}

const SAVE = statement<Written>(
  'automation.save_assistant_chat',
  `insert into assistant_chats
     (conversation_id, account_id, ownership_version, abstentions, is_introduced, choices, language, subject,
      updated_at)
   values (:conversationId, :accountId, :ownershipVersion, :abstentions, :isIntroduced, :choices::jsonb,
     :language, :subject::jsonb, :now::timestamptz)
   on conflict (conversation_id) do update set ownership_version = excluded.ownership_version,
     abstentions = excluded.abstentions, is_introduced = excluded.is_introduced, choices = excluded.choices,
     language = excluded.language, subject = excluded.subject, updated_at = excluded.updated_at`,
);

export async function saveChat(
  tx: Tx,
  key: Key & { accountId: number },
  { abstentions, is_introduced, choices, language, subject }: ChatState,
  now: Date,
): Promise<void> {
  await SAVE.run(tx, {
    ...key,
    abstentions,
    isIntroduced: is_introduced,
    language,
    now,
    choices: choices && JSON.stringify(choices),
    subject: subject && JSON.stringify(subject),
  });
}
