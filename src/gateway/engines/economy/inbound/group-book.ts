import type { GroupMetadata, WASocket } from 'baileys';
import { smallCache } from '../../../../platform/lib/small-cache.ts';
import { type GroupFacts, MAX_GROUPS } from '../../engine.ts';
import { groupFacts } from '../../group-facts.ts';
import { addressOfLid, personOf } from '../addresses.ts';

/** The network allows few questions: at most this many wait. Later messages ask again. */
const MAX_WAITING = 20;

/** What the network says about the groups of a number. One question at a time. */
export class GroupBook {
  readonly takesGroups: () => boolean;
  readonly #known = smallCache<string, GroupMetadata>(MAX_GROUPS);
  readonly #waiting = new Set<string>();
  #sock: WASocket | null = null;
  readonly #onFailure: (error: unknown) => void;
  #isAsking = false;

  constructor(takesGroups: () => boolean, onFailure: (error: unknown) => void) {
    this.takesGroups = takesGroups;
    this.#onFailure = onFailure;
  }

  /** Follows the changes that the network reports. */
  listen(sock: WASocket): void {
    this.#sock = sock;
    sock.ev.on('groups.upsert', (groups) => {
      for (const group of groups) this.#keep(group);
    });
    sock.ev.on('groups.update', (changes) => {
      for (const { id, ...change } of changes) {
        const known = id === undefined ? undefined : this.#known.get(id);
        if (id !== undefined && known) this.#keep({ ...known, ...change, id });
      }
    });
    // Names of members and their devices: the whole answer is asked again.
    sock.ev.on('group-participants.update', ({ id }) => void this.#known.delete(id));
  }

  /** Asks for all groups at once. */
  async opened(): Promise<void> {
    if (this.takesGroups()) await this.#findAll();
  }

  /** See EngineSession. */
  async read(id: string | null): Promise<readonly GroupFacts[] | null> {
    const found = await (id === null ? this.#findAll() : this.find(id));
    return found?.slice(0, MAX_GROUPS).map((group) => factsOf(group, id !== null)) ?? null;
  }

  /** Null: not known yet; the network is asked. */
  subjectOf(id: string): string | null {
    const known = this.#known.get(id);
    if (!known) this.#ask(id);
    return known?.subject || null;
  }

  /** Asks when it is not known. Empty: the network refuses to tell a stranger. Null: no answer. */
  async find(id: string): Promise<readonly GroupMetadata[] | null> {
    const known = this.#known.get(id);
    if (known) return [known];
    try {
      const group = await this.#sock?.groupMetadata(id);
      if (group) this.#keep(group);
      return group ? [group] : null;
    } catch (error) {
      if (isRefusal(error)) return [];
      this.#onFailure(error);
      return null;
    }
  }

  async #findAll(): Promise<readonly GroupMetadata[] | null> {
    const found = await this.#answer(this.#sock?.groupFetchAllParticipating());
    const groups = found ? Object.values(found) : null;
    for (const group of groups ?? []) this.#keep(group);
    return groups;
  }

  /** Undefined after a failure: a later message asks again. */
  async #answer<Answer>(question: Promise<Answer> | undefined): Promise<Answer | undefined> {
    try {
      return await question;
    } catch (error) {
      this.#onFailure(error);
      return undefined;
    }
  }

  #keep(group: GroupMetadata): void {
    if (this.takesGroups()) this.#known.set(group.id, group);
  }

  #ask(id: string): void {
    if (this.#waiting.size < MAX_WAITING) this.#waiting.add(id);
    if (!this.#isAsking) void this.#askAll();
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true;
    for (const id of this.#waiting) {
      const found = await this.#answer(this.#sock?.groupMetadata(id));
      if (found) this.#keep(found);
      this.#waiting.delete(id);
    }
    this.#isAsking = false;
  }
}

/** Not authorised, forbidden, unknown, not acceptable. Others, such as 429 and 503, pass. */
const REFUSALS: readonly unknown[] = [401, 403, 404, 406];
/** Baileys puts the code of the network into `data`. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'data' in error && REFUSALS.includes(error.data);

function factsOf({ id, subject, desc, size, participants }: GroupMetadata, hasMembers: boolean): GroupFacts {
  const members = participants.flatMap((participant) => {
    const person = personOf(participant.id, participant.phoneNumber);
    const phone = person && ('phone' in person ? person.phone : addressOfLid(person.lidUser));
    return phone ? [{ phone, is_admin: Boolean(participant.admin) }] : [];
  });
  return groupFacts({
    id,
    subject,
    description: desc,
    members_count: Math.max(size ?? 0, participants.length),
    members: hasMembers ? members : [],
  });
}
