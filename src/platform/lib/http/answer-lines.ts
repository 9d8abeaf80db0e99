import { SECOND } from '../clock.ts';
import type { Log } from '../log.ts';

export interface Answer {
  request_id: string;
  account_id: number | undefined;
  key_id: string | undefined;
  user_id?: string | undefined;
  method: string | undefined;
  route: string | undefined;
  status: number;
  code: string | undefined;
  ms: number;
}

interface Group {
  readonly answer: Answer;
  count: number;
  msMax: number;
  requestIds: string[];
}

/** Per second, for successes and for errors. */
const SINGLE_LINES = 100;
/** Fits the 4 KiB that a pipe writes at once. */
const IDS_PER_LINE = 50;
/** Calls without a proven key must not fill the disk. */
const UNPROVEN_IDS = 1_000;

/** Logs each answer's id. In a flood, equal answers of a caller share a line. */
export class AnswerLines {
  readonly #log: Log;
  readonly #groups = new Map<string, Group>();
  #timer: NodeJS.Timeout | null = null;
  #successes = 0;
  #errors = 0;
  #unproven = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  add(answer: Answer): void {
    this.#timer ??= setTimeout(() => this.flush(), SECOND).unref();
    if (this.#isSingle(answer.status)) this.#log.info(answer, 'http.answered');
    else this.#join(answer);
  }

  /** Ends the second. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const group of this.#groups.values()) this.#write(group);
    this.#groups.clear();
    this.#successes = 0;
    this.#errors = 0;
    this.#unproven = 0;
  }

  #isSingle(status: number): boolean {
    if (status >= 400) this.#errors += 1;
    else this.#successes += 1;
    return (status >= 400 ? this.#errors : this.#successes) <= SINGLE_LINES;
  }

  #join(answer: Answer): void {
    const { method, route, status, code, ms } = answer;
    const callerId = answer.key_id ?? answer.user_id;
    const name = `${callerId ?? ''} ${status} ${code ?? ''} ${method ?? ''} ${route ?? ''}`;
    let group = this.#groups.get(name);
    if (!group) {
      group = { answer, count: 0, msMax: 0, requestIds: [] };
      this.#groups.set(name, group);
    }
    group.count += 1;
    if (ms > group.msMax) group.msMax = ms;
    if (callerId === undefined) this.#unproven += 1;
    if (callerId !== undefined || this.#unproven <= UNPROVEN_IDS) group.requestIds.push(answer.request_id);
    if (group.requestIds.length < IDS_PER_LINE) return;
    this.#write(group);
    this.#groups.delete(name);
  }

  #write({ answer, count, msMax, requestIds }: Group): void {
    const { account_id, key_id, user_id, method, route, status, code } = answer;
    const common = { account_id, key_id, user_id, method, route, status, code };
    this.#log.info({ ...common, count, ms_max: msMax, request_ids: requestIds }, 'http.answered_many');
  }
}
