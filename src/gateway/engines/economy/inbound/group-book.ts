import type { GroupMetadata, WASocket } from 'baileys';
import { smallCache } from '../../../../platform/lib/small-cache.ts';

/** The network allows few questions: at most this many wait. Later messages ask again. */
const MAX_WAITING = 20;
/** Of one connection. */
const MAX_KNOWN = 2_000;

/** What the network says about the groups of a number. One question at a time. */
export class GroupBook {
  readonly takesGroups: () => boolean;
  readonly #known = smallCache<string, GroupMetadata>(MAX_KNOWN);
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
    if (!this.takesGroups() || !this.#sock) return;
    const groups = await this.#answer(this.#sock.groupFetchAllParticipating());
    for (const group of Object.values(groups ?? {})) this.#keep(group);
  }

  /** Null: not known yet; the network is asked. */
  subjectOf(id: string): string | null {
    const known = this.#known.get(id);
    if (!known) this.#ask(id);
    return known?.subject || null;
  }

  /** Asks when it is not known. Undefined without an answer. */
  async find(id: string): Promise<GroupMetadata | undefined> {
    const known = this.#known.get(id) ?? (await this.#answer(this.#sock?.groupMetadata(id)));
    if (known) this.#keep(known);
    return known;
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
