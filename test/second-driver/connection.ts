import { type AuthenticationCreds, type BinaryNode, getErrorCodeFromStreamError, isJidGroup } from 'baileys';
import { childOf, childrenOf, element, FROM_SERVER, textOf } from '../../sandbox/whatsapp/node.ts';
import { groupOf } from '../../src/gateway/engines/economy/addresses.ts';
import { addTo } from '../../src/gateway/engines/economy/inbound/arrival.ts';
import { Calls } from '../../src/gateway/engines/economy/inbound/calls.ts';
import { LoginTime } from '../../src/gateway/engines/economy/inbound/login-time.ts';
import { isPaired } from '../../src/gateway/engines/economy/keys/codec.ts';
import { readAck } from '../../src/gateway/engines/economy/outbound/acks.ts';
import { readReceipts } from '../../src/gateway/engines/economy/outbound/receipts.ts';
import { serverTime } from '../../src/gateway/engines/economy/server-time.ts';
import type { EngineEvent, SessionHost } from '../../src/gateway/engines/engine.ts';
import type { Clock } from '../../src/platform/lib/clock.ts';
import { acceptPairing, payloadOf } from './account.ts';
import { readGroups } from './directory.ts';
import { Steps } from './keys.ts';
import { Line } from './line.ts';
import { providePreKeys } from './pre-keys.ts';
import { acknowledge, read } from './read.ts';
import { writeAgain } from './write.ts';

interface ConnectionParts {
  host: SessionHost;
  creds: AuthenticationCreds;
  url: string;
  trustRoot: Uint8Array;
  clock: Clock;
  emit(event: EngineEvent): void;
  /** The references of the codes to scan. */
  onReferences(refs: readonly string[]): void;
  onOpen(): void;
}

export interface End {
  /** What the server said before. */
  code: number | null;
  /** Of the store. */
  error: unknown;
  isPaired: boolean;
}

/** From the first byte to the end of one line. */
export class Connection {
  readonly line: Line;
  readonly steps: Steps;
  readonly ended: Promise<End>;
  readonly now: () => Date;
  creds: AuthenticationCreds;
  isOpen = false;
  readonly #parts: ConnectionParts;
  readonly #loginTime: LoginTime;
  readonly #calls: Calls;
  #work: Promise<void> = Promise.resolve();
  #code: number | null = null;
  #error: unknown = null;

  constructor(parts: ConnectionParts) {
    const { host, creds, url, trustRoot, clock } = parts;
    this.#parts = parts;
    this.creds = creds;
    this.now = () => clock.now();
    this.steps = new Steps(host.store);
    this.#loginTime = new LoginTime(clock);
    this.#calls = this.#createCalls();
    const line = { url, trustRoot, noiseKey: creds.noiseKey, payload: payloadOf(creds) };
    this.line = new Line({ ...line, stanza: (node) => this.#route(node) });
    this.ended = this.line.ended.then(() => {
      this.isOpen = false;
      return { code: this.#code, error: this.#error, isPaired: isPaired(this.creds) };
    });
  }

  /** Resolves when the stanzas of before are stored. */
  async idle(): Promise<void> {
    await this.#work;
    await this.steps.idle();
  }

  /** The device belongs to another process, or the store is broken. */
  fail(error: unknown): void {
    this.#error ??= error;
    this.line.cut();
  }

  #route(node: BinaryNode): void {
    const { emit, clock } = this.#parts;
    if (this.isOpen) emit({ type: 'healthy', at: clock.now() });
    // What is not stored never waits for the store.
    if (node.tag === 'stream:error') this.#code = getErrorCodeFromStreamError(node).statusCode;
    if (node.tag === 'failure') this.#code = Number(node.attrs.reason);
    const ack = readAck(node, clock);
    if (ack) emit(ack);
    for (const receipt of this.#isTaken(node) ? readReceipts(node, clock) : []) emit(receipt);
    this.#work = this.#work.then(() => this.#take(node)).catch((error: unknown) => this.fail(error));
  }

  #isTaken({ attrs }: BinaryNode): boolean {
    return !isJidGroup(attrs.from) || this.#parts.host.takesGroups();
  }

  async #take(node: BinaryNode): Promise<void> {
    const { attrs } = node;
    switch (node.tag) {
      case 'iq':
        return this.#takeIq(node);
      case 'success':
        this.#loginTime.loggedIn(node);
        // Answers come past this queue, and messages through it.
        return void this.#logIn().catch((error: unknown) => this.fail(error));
      case 'message':
        return this.#takeMessage(node);
      case 'call':
        await this.#calls.receive(node);
        break;
      case 'receipt':
        if (attrs.type === 'retry') await this.#retry(node);
        break;
      case 'notification':
        if (attrs.type === 'encrypt') void this.#provideKeys();
        break;
      // The client closes first, and logs in with its new credentials.
      case 'stream:error':
      case 'failure':
        return this.line.cut();
      default:
        return;
    }
    acknowledge(this.line, node);
  }

  async #takeIq(iq: BinaryNode): Promise<void> {
    const offered = childOf(iq, 'pair-device');
    if (childOf(iq, 'pair-success')) return this.#pair(iq);
    this.line.send(element('iq', { id: iq.attrs.id, to: FROM_SERVER, type: 'result' }));
    if (offered) this.#parts.onReferences(childrenOf(offered, 'ref').map(textOf));
  }

  /** Stored before the server learns that the client agrees. */
  async #pair(iq: BinaryNode): Promise<void> {
    const accepted = acceptPairing(this.creds, iq);
    if (!accepted) return this.line.cut();
    const { paired, reply } = accepted;
    await this.steps.run(async (step) => {
      await step.learn(paired.me?.id, paired.me?.lid);
      step.creds = paired;
    });
    this.creds = paired;
    this.line.send(reply);
  }

  async #logIn(): Promise<void> {
    await this.#provideKeys();
    await this.line.query({ type: 'set', xmlns: 'passive' }, [element('active')]);
    if (this.line.endSignal.aborted) return;
    this.isOpen = true;
    this.#parts.onOpen();
  }

  #provideKeys(): Promise<void> {
    return providePreKeys(this.line, this.steps, this.creds).catch((error: unknown) => this.fail(error));
  }

  async #takeMessage(stanza: BinaryNode): Promise<void> {
    const { line, steps, creds } = this;
    const { clock, emit } = this.#parts;
    const ask = async (id: string) => (await readGroups(line, id))?.[0]?.facts.subject ?? null;
    if (this.#isTaken(stanza)) {
      return read({ line, steps, creds, loginTime: this.#loginTime, clock, subjectOf: ask }, stanza);
    }
    const groupId = groupOf(stanza, creds);
    const at = serverTime(clock, stanza.attrs.t);
    if (groupId) emit({ type: 'group_message', groupId, at, askName: () => ask(groupId) });
    acknowledge(line, stanza);
  }

  async #retry(receipt: BinaryNode): Promise<void> {
    const message = await this.#parts.host.findSent(receipt.attrs.id ?? '');
    if (message) await writeAgain(this, message, receipt);
  }

  #createCalls(): Calls {
    const { creds, clock, host } = this.#parts;
    return new Calls({
      creds,
      clock,
      rejectsCalls: () => host.rejectsCalls(),
      reject: (id, caller) => {
        const reject = element('reject', { 'call-id': id, 'call-creator': caller, count: '0' });
        this.line.send(element('call', { id, to: caller }, [reject]));
      },
      store: (customer, arrival) => this.steps.run((step) => addTo(step, step, customer, arrival)),
    });
  }
}
