/** Of staff. Each role may do what the roles before it may. */
export const ROLES = ['agent', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];
