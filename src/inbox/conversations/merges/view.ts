import type { Family, Relative } from '../../../gateway/people/merge.ts';
import type { PersonRow } from '../../../gateway/people/person.ts';
import type { PersonView } from './schema.ts';

export function viewPerson(person: PersonRow, [own, ...others]: Family, conversations: string[]): PersonView {
  const named = others.find(({ name }) => name !== null);
  return {
    id: person.person_uuid,
    name: person.name ?? named?.name ?? null,
    identities: [own, ...others].flatMap(identitiesOf),
    merged: others.flatMap((each) => viewMerged(each) ?? []),
    conversations,
    merged_into: person.merged_into,
    created_at: person.created_at.toISOString(),
  };
}

function viewMerged(person: Relative): PersonView['merged'][number] | null {
  const { person_uuid: id, name, into_uuid: merged_into, merged_at, merged_by } = person;
  if (merged_into === null || merged_at === null || merged_by === null) return null;
  const identities = identitiesOf(person);
  return { id, name, identities, merged_into, merged_at: merged_at.toISOString(), merged_by };
}

const identitiesOf = ({ identities }: Relative) => identities.map(({ kind, value }) => ({ kind, value }));
