import type { Team } from './schema.ts';
import type { TeamRow } from './store.ts';

export function viewTeam({ team_uuid, name, members, created_at }: TeamRow): Team {
  return { id: team_uuid, name, members, created_at: created_at.toISOString() };
}
