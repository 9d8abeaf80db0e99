import { cut, toStorable } from '../../platform/lib/text.ts';
import { type GroupFacts, MAX_GROUP_MEMBERS } from './engine.ts';

/** The networks have shorter ones. */
const MAX_SUBJECT = 255;
const MAX_DESCRIPTION = 4_096;

/** What a network says about a group, within the bounds of what Kurir stores. */
export function groupFacts({
  id,
  subject,
  description,
  members_count,
  members,
}: {
  id: string;
  subject: string | null | undefined;
  description?: string | null | undefined;
  members_count: number | null;
  members: GroupFacts['members'];
}): GroupFacts {
  return {
    id: toStorable(id),
    subject: cut(toStorable(subject ?? ''), MAX_SUBJECT) || null,
    description: cut(toStorable(description ?? ''), MAX_DESCRIPTION) || null,
    members_count,
    members: members
      .map(({ phone, is_admin }) => ({ phone: toStorable(phone), is_admin }))
      .toSorted((one, other) => Number(other.is_admin) - Number(one.is_admin))
      .slice(0, MAX_GROUP_MEMBERS),
  };
}
