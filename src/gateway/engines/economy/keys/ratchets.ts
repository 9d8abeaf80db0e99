import { AsyncLocalStorage } from 'node:async_hooks';
import type { MessageChange, PhoneReply, ReceivedMessage } from '../../engine.ts';
import { ConnectionGone, type KeyVault } from './vault.ts';
import { type KeyWrite, keyName } from './write-queue.ts';

export interface Attempt {
  /** The send must not start to encrypt. */
  isAbandoned: boolean;
  /** The message may have been written. */
  isEncrypting: boolean;
  /** Encrypted for a device of another account. */
  hasRecipient: boolean;
}

/** Commits ratchet steps and decrypted messages together. */
export class Work {
  readonly writes = new Map<string, KeyWrite>();
  readonly received: ReceivedMessage[] = [];
  readonly messageChanges: MessageChange[] = [];
  readonly replies: PhoneReply[] = [];
  readonly attempt: Attempt | null;
  /** When it asked for the lock, in ms of `performance.now`. */
  readonly since: number;
  isOpen = true;

  constructor(attempt: Attempt | null, since: number) {
    this.attempt = attempt;
    this.since = since;
  }
}

export type WorkScope = AsyncLocalStorage<Work | null>;
export const createWorkScope = (): WorkScope => new AsyncLocalStorage();

/** One lock for all ratchets of a device: docs/decisions/0008. */
export class Ratchets {
  readonly #vault: KeyVault;
  readonly #scope: WorkScope;
  readonly #turns = new LockTurns();
  #active: { work: Work; since: number } | null = null;
  #closed = false;

  constructor(vault: KeyVault, scope: WorkScope) {
    this.#vault = vault;
    this.#scope = scope;
  }

  get ownWork(): Work | null {
    const work = this.#scope.getStore();
    return work?.isOpen && work === this.#active?.work ? work : null;
  }

  /** Jobs of libsignal run in the scope of another caller. */
  get activeWork(): Work | null {
    return this.#active?.work ?? null;
  }

  /** In ms of `performance.now`. */
  get lockedSince(): number | null {
    return this.#active?.since ?? null;
  }

  /** Resolves when durable. `task` joins work around it. */
  run<T>(task: () => Promise<T>, attempt: Attempt | null = null): Promise<T> {
    return this.#run(task, { attempt, isFirst: false });
  }

  /** `run` for a message of the network: before what else waits. */
  runFirst<T>(task: () => Promise<T>): Promise<T> {
    return this.#run(task, { attempt: null, isFirst: true });
  }

  async #run<T>(
    task: () => Promise<T>,
    { attempt, isFirst }: { attempt: Attempt | null; isFirst: boolean },
  ): Promise<T> {
    if (this.ownWork) return task();
    const since = performance.now();
    const release = await this.#turns.take(isFirst);
    try {
      if (this.#closed || attempt?.isAbandoned) throw new ConnectionGone();
      return await this.#perform(task, new Work(attempt, since));
    } finally {
      this.#active = null;
      release();
    }
  }

  runSeparately<T>(task: () => Promise<T>): Promise<T> {
    return this.#scope.run(null, () => this.run(task));
  }

  close(): void {
    this.#closed = true;
  }

  async #perform<T>(task: () => Promise<T>, work: Work): Promise<T> {
    this.#active = { work, since: performance.now() };
    try {
      const result = await this.#scope.run(work, task);
      work.isOpen = false;
      this.#active = null;
      if (work.writes.size > 0 || hasMessages(work)) {
        const { writes, received, replies, messageChanges, since } = work;
        await this.#vault.write({ keys: [...writes.values()], received, replies, messageChanges, since });
      }
      return result;
    } finally {
      work.isOpen = false;
    }
  }
}

/** Messages of the network that may pass other work that waits. */
const MAX_PASSED = 10;

/** Messages of the network go first: docs/decisions/0244. They and other work keep their own order. */
class LockTurns {
  readonly #first: (() => void)[] = [];
  readonly #others: (() => void)[] = [];
  #isHeld = false;
  #passed = 0;

  /** Returns the end of the turn. */
  async take(isFirst: boolean): Promise<() => void> {
    if (this.#isHeld) await new Promise<void>((go) => (isFirst ? this.#first : this.#others).push(go));
    this.#isHeld = true;
    return () => this.#next();
  }

  #next(): void {
    const isOther = this.#others.length > 0 && (this.#first.length === 0 || this.#passed >= MAX_PASSED);
    this.#passed = isOther || this.#others.length === 0 ? 0 : this.#passed + 1;
    const go = (isOther ? this.#others : this.#first).shift();
    if (go) go();
    else this.#isHeld = false;
  }
}

export function putWrite(work: Work, write: KeyWrite): void {
  work.writes.set(keyName(write.type, write.id), write);
}

const hasMessages = ({ received, replies, messageChanges }: Work) =>
  received.length > 0 || replies.length > 0 || messageChanges.length > 0;
