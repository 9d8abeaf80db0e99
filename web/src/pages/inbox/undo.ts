import type { Schema } from '../../api/schemas.ts';

/** An act of staff on a conversation. */
export type Act =
  | { type: 'takeover' | 'give-back' | 'resolve' | 'reopen' }
  /** Undefined stays as it is; a team without `assignee` is a queue. */
  | { type: 'assign'; assignee?: string | null; team?: string | null }
  | { type: 'snooze'; until: string | null }
  | { type: 'automation'; suppressed: boolean }
  | { type: 'labels'; add: string[]; remove: string[] }
  | { type: 'fields'; fields: FieldValues };

/** By name. Null takes a value away. */
type FieldValues = Record<string, string | number | boolean | null>;

type Before = Pick<
  Schema<'Conversation'>,
  'owner_state' | 'assignee' | 'team' | 'snoozed_until' | 'labels' | 'fields'
>;

/** The acts that bring a conversation back to how it was. */
export function undoOf(before: Before, act: Act): Act[] {
  switch (act.type) {
    case 'resolve':
      return before.owner_state === 'closed' ? [] : [{ type: 'reopen' }];
    case 'reopen':
    case 'automation':
      return [];
    case 'snooze':
      return [{ type: 'snooze', until: before.snoozed_until }];
    case 'labels': {
      const has = (name: string) => before.labels.includes(name);
      const [add, remove] = [act.remove.filter(has), act.add.filter((name) => !has(name))];
      return add.length + remove.length > 0 ? [{ type: 'labels', add, remove }] : [];
    }
    case 'assign':
      return act.team === undefined ? ownerBefore(before) : withTeam(before, ownerBefore(before));
    case 'fields':
      return [{ type: 'fields', fields: valuesBefore(before, act.fields) }];
    case 'give-back':
      return [{ type: 'takeover' }, ...ownerBefore(before)];
    default:
      return ownerBefore(before);
  }
}

/** A queue comes before the owner: it takes the conversation from the automation. */
function withTeam({ team }: Before, acts: Act[]): Act[] {
  const [owner, ...others] = acts;
  if (owner?.type === 'assign') return [{ ...owner, team }, ...others];
  return [{ type: 'assign', team }, ...acts];
}

const valuesBefore = ({ fields }: Before, changed: FieldValues): FieldValues =>
  Object.fromEntries(Object.keys(changed).map((name) => [name, fields[name] ?? null]));

/** From a conversation that staff answers. An automatic assignee who had not answered yet does not come back. */
function ownerBefore({ owner_state, assignee, snoozed_until: until }: Before): Act[] {
  if (owner_state === 'human_waiting' && assignee !== null) return [];
  const owner: Act =
    owner_state === 'bot'
      ? { type: 'give-back' }
      : owner_state === 'closed'
        ? { type: 'resolve' }
        : { type: 'assign', assignee };
  return until === null ? [owner] : [owner, { type: 'snooze', until }];
}
