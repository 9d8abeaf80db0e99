import type { Schema } from '../api/schemas.ts';

/** Names of active users by team, as the last answer of presence has them. */
let members: ReadonlyMap<string, ReadonlySet<string>> = new Map();

export function noteMembers<Answer extends Schema<'UserPresences'>>(answer: Answer): Answer {
  const pairs = answer.data.flatMap(({ name, teams }) => teams.map((team) => ({ team, name })));
  const byTeam = Map.groupBy(pairs, ({ team }) => team);
  members = new Map([...byTeam].map(([team, all]) => [team, new Set(all.map(({ name }) => name))]));
  return answer;
}

/** Whether the team has members, but not this user: their queue is not the user's. */
export function isOfOthers(team: string | null, name: string): boolean {
  const all = team === null ? undefined : members.get(team);
  return all !== undefined && !all.has(name);
}
