import { type BinaryNode, decodeBinaryNode, encodeBinaryNode, type proto } from 'baileys';
import type { WebSocket } from 'ws';
import type { Database } from '../database.ts';
import type { CompanionRef } from '../store.ts';
import type { ServerIdentity } from './certificate.ts';
import { type Handshake, startHandshake, type Transport } from './noise.ts';

const ROUTING_MARK = 'ED';
const ROUTING_HEADER_BYTES = 7;
const PROLOGUE_BYTES = 4;
const LENGTH_BYTES = 3;

export interface ConnectionHandlers {
  /** The handshake is done: `payload` says whether the client registers or logs in, `clientKey` who it is. */
  opened(connection: Connection, payload: proto.ClientPayload, clientKey: Uint8Array): void;
  stanza(connection: Connection, node: BinaryNode): Promise<void>;
  /** The client broke the protocol, or the server failed on what it sent; the line is cut. */
  failed(connection: Connection, error: unknown): void;
  closed(connection: Connection): void;
}

/** One client on the wire: framing, handshake, sealed stanzas in order. What it means is decided by the handlers. */
export class Connection {
  /** Set by a successful login. */
  companion: CompanionRef | null = null;
  /** A silent line stays open, hears nothing and says nothing. */
  isSilent: () => boolean = () => false;

  #ws: WebSocket;
  #db: Database;
  #identity: ServerIdentity;
  #handlers: ConnectionHandlers;
  #buffer: Buffer = Buffer.alloc(0);
  #handshake: Handshake | null = null;
  #greeted = false;
  #transport: Transport | null = null;
  #work: Promise<void> = Promise.resolve();
  #ended = false;
  #answers = new Map<string, (node: BinaryNode | null) => void>();

  constructor(ws: WebSocket, db: Database, identity: ServerIdentity, handlers: ConnectionHandlers) {
    this.#ws = ws;
    this.#db = db;
    this.#identity = identity;
    this.#handlers = handlers;
    ws.on('message', (data: Buffer) => {
      this.#work = this.#work.then(() => this.#receive(data)).catch((error) => this.#fail(error));
    });
    ws.on('error', () => this.cut());
    ws.on('close', () => {
      this.#ended = true;
      for (const answer of this.#answers.values()) answer(null);
      this.#answers.clear();
      handlers.closed(this);
    });
  }

  get isOpen(): boolean {
    return !this.#ended;
  }

  /** Sends once everything written to the store so far is safe; in order, and never on an ended line. */
  send(node: BinaryNode): void {
    if (this.#ended || this.isSilent()) return;
    this.#whenSafe(() => {
      if (this.#transport) this.#sendFrame(this.#transport.seal(encodeBinaryNode(node)));
    });
  }

  /** Sends an IQ and waits for what the client answers; null when the line closes first. */
  ask(node: BinaryNode): Promise<BinaryNode | null> {
    if (this.#ended) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#answers.set(node.attrs.id ?? '', resolve);
      this.send(node);
    });
  }

  /** Says a last word and hangs up. */
  end(lastWord?: BinaryNode): void {
    if (this.#ended) return;
    if (lastWord) this.send(lastWord);
    this.#ended = true;
    this.#whenSafe(() => this.#ws.close());
  }

  /** Drops the line without a word, as a lost network does. */
  cut(): void {
    this.#ended = true;
    this.#ws.terminate();
  }

  #whenSafe(act: () => void): void {
    this.#db.settled(act, () => this.cut());
  }

  #fail(error: unknown): void {
    if (!this.#ended) this.#handlers.failed(this, error);
    this.cut();
  }

  async #receive(data: Buffer): Promise<void> {
    this.#buffer = this.#buffer.length === 0 ? data : Buffer.concat([this.#buffer, data]);
    if (!this.#handshake && !this.#readIntro()) return;
    for (let frame = this.#readFrame(); frame && !this.#ended; frame = this.#readFrame())
      await this.#take(frame);
  }

  /** The first bytes: optional routing info, then four bytes that the handshake is bound to. */
  #readIntro(): boolean {
    const routed = this.#buffer.subarray(0, 2).toString('latin1') === ROUTING_MARK;
    if (routed && this.#buffer.length < ROUTING_HEADER_BYTES) return false;
    const skip = routed ? ROUTING_HEADER_BYTES + this.#buffer.readUIntBE(4, LENGTH_BYTES) : 0;
    if (this.#buffer.length < skip + PROLOGUE_BYTES) return false;
    const prologue = this.#buffer.subarray(skip, skip + PROLOGUE_BYTES);
    if (prologue.subarray(0, 2).toString('latin1') !== 'WA') throw new Error('not a WhatsApp client');
    this.#handshake = startHandshake(this.#identity, prologue);
    this.#buffer = this.#buffer.subarray(skip + PROLOGUE_BYTES);
    return true;
  }

  #readFrame(): Buffer | null {
    if (this.#buffer.length < LENGTH_BYTES) return null;
    const end = LENGTH_BYTES + this.#buffer.readUIntBE(0, LENGTH_BYTES);
    if (this.#buffer.length < end) return null;
    const frame = this.#buffer.subarray(LENGTH_BYTES, end);
    this.#buffer = this.#buffer.subarray(end);
    return frame;
  }

  async #take(frame: Buffer): Promise<void> {
    if (this.#transport) {
      const node = await decodeBinaryNode(this.#transport.open(frame));
      if (this.isSilent() || this.#answer(node)) return;
      return this.#handlers.stanza(this, node);
    }
    if (!this.#handshake) return;
    if (!this.#greeted) {
      this.#greeted = true;
      return this.#sendFrame(this.#handshake.hello(frame));
    }
    const { payload, clientKey, transport } = this.#handshake.finish(frame);
    this.#transport = transport;
    this.#handlers.opened(this, payload, clientKey);
  }

  #answer(node: BinaryNode): boolean {
    const isAnswer = node.tag === 'iq' && (node.attrs.type === 'result' || node.attrs.type === 'error');
    if (!isAnswer) return false;
    const id = node.attrs.id ?? '';
    this.#answers.get(id)?.(node);
    this.#answers.delete(id);
    return true;
  }

  #sendFrame(frame: Uint8Array): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    const header = Buffer.alloc(LENGTH_BYTES);
    header.writeUIntBE(frame.length, 0, LENGTH_BYTES);
    this.#ws.send(Buffer.concat([header, frame]));
  }
}
