import type { Schema } from '../../../api/schemas.ts';

type Macro = Schema<'InboxMacro'>;
type Acts = Schema<'InboxMacroActs'>;

/** A macro as its form has it: a value for each field. Empty texts mean that the macro does not do this. */
export interface Draft {
  name: string;
  key: string | null;
  is_shared: boolean;
  kind: 'none' | 'canned' | 'text';
  acts: {
    reply: { canned_reply_id: string; body: string };
    note: string;
    labels: { add: readonly string[]; remove: readonly string[] };
    assign: string;
    end: NonNullable<Acts['end']> | '';
  };
}

/** Null: a new one. */
export function draftOf(macro: Macro | null): Draft {
  const { name = '', key = null, is_shared = false, acts = {} } = macro ?? {};
  const { reply, note = '', labels, assign = '', end = '' } = acts;
  const { canned_reply_id, body } = reply ?? {};
  return {
    name,
    key,
    is_shared,
    kind: canned_reply_id !== undefined ? 'canned' : body !== undefined ? 'text' : 'none',
    acts: {
      reply: { canned_reply_id: canned_reply_id ?? '', body: body ?? '' },
      labels: { add: labels?.add ?? [], remove: labels?.remove ?? [] },
      note,
      assign,
      end,
    },
  };
}

export function bodyOf({ name, key, is_shared, kind, acts }: Draft): Schema<'SaveInboxMacro'> {
  const { reply, note, labels, assign, end } = acts;
  const { add, remove } = labels;
  return {
    name,
    key,
    is_shared,
    acts: {
      ...(kind === 'canned' && { reply: { canned_reply_id: reply.canned_reply_id } }),
      ...(kind === 'text' && { reply: { body: reply.body } }),
      ...(note.trim() !== '' && { note }),
      ...(add.length + remove.length > 0 && { labels: { add: [...add], remove: [...remove] } }),
      ...(assign !== '' && { assign }),
      ...(end !== '' && { end }),
    },
  };
}
