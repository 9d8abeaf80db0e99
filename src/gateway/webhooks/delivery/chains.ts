import type { ClaimedDelivery } from './store.ts';

/** The message, conversation or device whose events keep their order. Null: any order. */
export function chainOf({ webhook_id, kind, event, body }: ClaimedDelivery): string | null {
  if (kind === 'test') return null;
  const { message_id, conversation_id, device_uuid, from, phone } = JSON.parse(body);
  const person = from ?? phone;
  const [name, id] =
    event === 'message.status'
      ? ['message', message_id]
      : event === 'device.status'
        ? ['device', device_uuid]
        : ['conversation', conversation_id ?? (person && `${device_uuid} ${person}`)];
  return id === undefined || id === null ? null : `${webhook_id} ${name} ${id}`;
}

/** One job of a chain runs at a time, in order. */
export class Chains<Job> {
  /** A closed chain has a job that runs, or claims that must be released first. */
  readonly #closed = new Map<string, Job[]>();

  /** False: the chain is closed, and the job waits. */
  enter(chain: string, job: Job): boolean {
    const waiting = this.#closed.get(chain);
    if (waiting) waiting.push(job);
    else this.#closed.set(chain, []);
    return waiting === undefined;
  }

  /** Those that wait, in their order. The caller may take the first. */
  waiting(chain: string): Job[] {
    return this.#closed.get(chain) ?? [];
  }

  open(chain: string): void {
    this.#closed.delete(chain);
  }
}
