import type { Context } from '../../context.ts';
import type { Sight } from '../../platform/accounts/account.ts';
import { ApiError } from '../../platform/lib/errors.ts';
import { findNames } from '../contacts/contact.ts';
import { getDevice } from '../devices/device.ts';
import { askAboutGroups } from '../devices/groups/questions.ts';
import type { GroupFacts } from '../engines/engine.ts';
import { isGroup } from '../people/identity.ts';

export interface NamedGroup extends Omit<GroupFacts, 'members'> {
  members: readonly (GroupFacts['members'][number] & { name: string | null })[];
}

/** By subject; `part` of it in any case. ApiError device_not_found, and as `askAboutGroups`. */
export async function readGroups(
  ctx: Context,
  account: Sight,
  deviceUuid: string,
  part: string,
): Promise<GroupFacts[]> {
  const groups = await askAboutGroups(ctx, await getDevice(ctx, account, deviceUuid), null);
  const found = groups.filter((group) => subjectOf(group).includes(part.toLowerCase()));
  return found.toSorted(
    (one, other) => compare(subjectOf(one), subjectOf(other)) || compare(one.id, other.id),
  );
}

const subjectOf = ({ subject }: GroupFacts) => subject?.toLowerCase() ?? '';
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** ApiError group_not_found, device_not_found, and as `askAboutGroups`. */
export async function readGroup(
  ctx: Context,
  account: Sight,
  { uuid, id }: { uuid: string; id: string },
): Promise<NamedGroup> {
  const device = await getDevice(ctx, account, uuid);
  const [group] = isGroup(id) ? await askAboutGroups(ctx, device, id) : [];
  if (!group) throw new ApiError('group_not_found');
  const phones = group.members.map(({ phone }) => phone);
  const names = await findNames(ctx, device.account_id, phones);
  return {
    ...group,
    members: group.members.map((member) => ({ ...member, name: names.get(member.phone) ?? null })),
  };
}
