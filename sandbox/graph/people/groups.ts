import { SandboxError } from '../../errors.ts';
import type { Cloud } from '../cloud.ts';
import { GROUP_ID, newGroupId } from '../ids.ts';
import type { Json } from '../json.ts';
import { CloudGroup, type CloudNumber, type Person } from '../records.ts';
import type { GroupBody } from './inbound-schema.ts';
import { getPerson } from './people.ts';

/** As after all members used the invite link. Throws SandboxError. */
export function createGroup(
  cloud: Cloud,
  { data: { phone_number_id }, digits }: CloudNumber,
  { subject, description, members }: GroupBody,
): CloudGroup {
  const people = new Set(members.map((member) => getPerson(cloud, member).wa_id));
  const group: CloudGroup = {
    id: newGroupId(digits),
    phone_number_id,
    subject,
    description: description ?? null,
    members: [...people],
    created_at: cloud.clock.now(),
  };
  cloud.store.db.write(() => cloud.store.insertGroup(group.id, phone_number_id, JSON.stringify(group)));
  return group;
}

export function findGroup(cloud: Cloud, id: string): CloudGroup | null {
  const json = GROUP_ID.test(id) ? cloud.store.findGroup(id) : undefined;
  return json === undefined ? null : CloudGroup.parse(JSON.parse(json));
}

/** The group of a number. Throws group_not_found, also for a person who is no member. */
export function getGroup(cloud: Cloud, { data }: CloudNumber, id: string, member: Person): CloudGroup {
  const group = findGroup(cloud, id);
  if (group?.phone_number_id !== data.phone_number_id || !group.members.includes(member.wa_id))
    throw new SandboxError('group_not_found');
  return group;
}

export function viewGroup(cloud: Cloud, { id, subject, description, members }: CloudGroup): Json {
  const participants = members.map((member) => {
    const { wa_id, user_id, hidden } = getPerson(cloud, member);
    return { ...(!hidden && { wa_id }), user_id };
  });
  return {
    id,
    messaging_product: 'whatsapp',
    subject,
    participants,
    ...(description !== null && { description }),
    total_participant_count: members.length,
  };
}

/** A page of the groups of a number. `after`: the id before it. */
export function listGroups(cloud: Cloud, phoneNumberId: string, query: URLSearchParams): Json {
  const limit = Number(query.get('limit') ?? 25);
  const after = query.get('after') ?? '';
  const all = cloud.store.listGroups(phoneNumberId).map((json) => CloudGroup.parse(JSON.parse(json)));
  const groups = all.filter(({ id }) => id > after).slice(0, limit);
  return {
    data: {
      groups: groups.map(({ id, subject, created_at }) => ({
        id,
        subject,
        created_at: String(Math.floor(created_at / 1000)),
      })),
    },
    paging: { cursors: { before: groups[0]?.id ?? '', after: groups.at(-1)?.id ?? '' } },
  };
}
