import { AsyncLocalStorage } from 'node:async_hooks';
import type { ReceivedMessage } from '../../engine.ts';
import { ConnectionGone, type KeyVault } from './vault.ts';
import { type KeyWrite, nameOf } from './write-queue.ts';

/** A send on its way, as the work on the ratchets sees it. */
export interface Attempt {
  /** Set when nobody waits for it any more; from then on it may not begin to encrypt. */
  abandoned: boolean;
  /** From here on the stanza may be on the wire. */
  encrypting: boolean;
  /** True once it was encrypted for somebody else than the own phone. */
  reached: boolean;
}

/** One piece of work on the ratchets: its writes and what it received are one commit, or nothing. */
export class Work {
  readonly writes = new Map<string, KeyWrite>();
  readonly received: ReceivedMessage[] = [];
  readonly attempt: Attempt | null;
  open = true;

  constructor(attempt: Attempt | null) {
    this.attempt = attempt;
  }
}

/** Which work the running code belongs to; one for all sessions of a process. */
export type WorkScope = AsyncLocalStorage<Work | null>;
export const createWorkScope = (): WorkScope => new AsyncLocalStorage();

/**
 * One lock for everything that steps a ratchet of this device: sends, decrypts, new sessions. The client itself locks per
 * contact and per caller, which lets a send and a decrypt for one contact overwrite each other's step.
 */
export class Ratchets {
  readonly #vault: KeyVault;
  readonly #scope: WorkScope;
  #tail: Promise<void> = Promise.resolve();
  #active: { work: Work; since: number } | null = null;
  #closed = false;

  constructor(vault: KeyVault, scope: WorkScope) {
    this.#vault = vault;
    this.#scope = scope;
  }

  /** The work the running code belongs to, if it is work on these ratchets and still under way. */
  get own(): Work | null {
    const work = this.#scope.getStore();
    return work?.open && work === this.#active?.work ? work : null;
  }

  /**
   * The work under way, whoever asks. Session records are read and written inside libsignal's job queue, which serves all
   * devices of the process and runs a job in the scope of whoever started the queue: there the scope says nothing.
   */
  get active(): Work | null {
    return this.#active?.work ?? null;
  }

  /** Since when (ms of `performance.now`) the work under way holds the lock. */
  get heldSince(): number | null {
    return this.#active?.since ?? null;
  }

  /** Runs `task` alone; resolves when its writes are durable. Inside other work it joins that. */
  async run<T>(task: () => Promise<T>, attempt: Attempt | null = null): Promise<T> {
    if (this.own) return task();
    const release = await this.#lock();
    try {
      if (this.#closed || attempt?.abandoned) throw new ConnectionGone();
      return await this.#perform(task, new Work(attempt));
    } finally {
      this.#active = null;
      release();
    }
  }

  /** Runs `task` as work of its own, after the work it was started in. */
  apart<T>(task: () => Promise<T>): Promise<T> {
    return this.#scope.run(null, () => this.run(task));
  }

  /** Nothing that is under way may be committed any more. */
  close(): void {
    this.#closed = true;
  }

  async #perform<T>(task: () => Promise<T>, work: Work): Promise<T> {
    this.#active = { work, since: performance.now() };
    try {
      const result = await this.#scope.run(work, task);
      work.open = false;
      this.#active = null;
      if (work.writes.size > 0 || work.received.length > 0) {
        await this.#vault.write({ keys: [...work.writes.values()], received: work.received });
      }
      return result;
    } finally {
      work.open = false;
    }
  }

  async #lock(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const turn = this.#tail;
    this.#tail = promise;
    await turn;
    return resolve;
  }
}

export function putWrite(work: Work, write: KeyWrite): void {
  work.writes.set(nameOf(write.type, write.id), write);
}
