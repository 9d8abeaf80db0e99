const GROUP = '@g.us';

/** Any text of the provider, such as `Y2FwaV9ncm91cDox...`. Null: no id. */
export const addressOfGroup = (id: string): string | null =>
  /^[\w=+/-]{5,500}$/.test(id) ? `${id}${GROUP}` : null;

/** Null: the address of a person. */
export const groupIdOf = (address: string): string | null =>
  address.endsWith(GROUP) ? address.slice(0, -GROUP.length) : null;
