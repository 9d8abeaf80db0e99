/** Of staff. Each role may do what the roles before it may. */
export const ROLES = ['agent', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** The least caller of a route of staff: a role, or an operator of the installation with any role. */
export type LeastCaller = Role | 'operator';

/** A user as the rules of rights see one. */
export interface Rank {
  role: Role;
  isOperator: boolean;
}

export function mayCall({ role, isOperator }: Rank, least: LeastCaller): boolean {
  return least === 'operator' ? isOperator : isAtLeast(role, least);
}

export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
