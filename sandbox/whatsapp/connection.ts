import { type BinaryNode, decodeBinaryNode, encodeBinaryNode, type proto } from 'baileys';
import type { WebSocket } from 'ws';
import type { Database } from '../database.ts';
import type { CompanionRef } from '../store-rows.ts';
import type { ServerIdentity } from './certificate.ts';
import { type Handshake, startHandshake, type Transport } from './noise.ts';

const ROUTING_MARK = 'ED';
const ROUTING_HEADER_BYTES = 7;
const PROLOGUE_BYTES = 4;
const LENGTH_BYTES = 3;

export interface ConnectionHandlers {
  opened(connection: Connection, payload: proto.ClientPayload, clientKey: Uint8Array): void;
  stanza(connection: Connection, node: BinaryNode): Promise<void>;
  failed(connection: Connection, error: unknown): void;
  closed(connection: Connection): void;
}

/** One client connection: framing, handshake, encrypted stanzas. */
export class Connection {
  companion: CompanionRef | null = null;
  isSilent: () => boolean = () => false;

  #ws: WebSocket;
  #db: Database;
  #identity: ServerIdentity;
  #handlers: ConnectionHandlers;
  #buffer: Buffer = Buffer.alloc(0);
  #handshake: Handshake | null = null;
  #helloSent = false;
  #transport: Transport | null = null;
  #work: Promise<void> = Promise.resolve();
  #ended = false;
  #pendingQueries = new Map<string, (node: BinaryNode | null) => void>();

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
      for (const answer of this.#pendingQueries.values()) answer(null);
      this.#pendingQueries.clear();
      handlers.closed(this);
    });
  }

  get isOpen(): boolean {
    return !this.#ended;
  }

  /** Sends in order, after pending writes are committed. */
  send(node: BinaryNode): void {
    if (this.#ended || this.isSilent()) return;
    this.#afterCommit(() => {
      if (this.#transport) this.#sendFrame(this.#transport.seal(encodeBinaryNode(node)));
    });
  }

  /** Sends an IQ, or a notification that the client acknowledges. Null when the connection closes before the answer. */
  query(node: BinaryNode): Promise<BinaryNode | null> {
    if (this.#ended) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#pendingQueries.set(node.attrs.id ?? '', resolve);
      this.send(node);
    });
  }

  end(finalNode?: BinaryNode): void {
    if (this.#ended) return;
    if (finalNode) this.send(finalNode);
    this.#ended = true;
    this.#afterCommit(() => this.#ws.close());
  }

  /** Drops the socket without a closing stanza. */
  cut(): void {
    this.#ended = true;
    this.#ws.terminate();
  }

  #afterCommit(act: () => void): void {
    this.#db.afterCommit(act, () => this.cut());
  }

  #fail(error: unknown): void {
    if (!this.#ended) this.#handlers.failed(this, error);
    this.cut();
  }

  async #receive(data: Buffer): Promise<void> {
    this.#buffer = this.#buffer.length === 0 ? data : Buffer.concat([this.#buffer, data]);
    if (!this.#handshake && !this.#readIntro()) return;
    for (let frame = this.#readFrame(); frame && !this.#ended; frame = this.#readFrame())
      await this.#handleFrame(frame);
  }

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

  async #handleFrame(frame: Buffer): Promise<void> {
    if (this.#transport) {
      const node = await decodeBinaryNode(this.#transport.open(frame));
      if (this.isSilent() || this.#resolveAnswer(node)) return;
      return this.#handlers.stanza(this, node);
    }
    if (!this.#handshake) return;
    if (!this.#helloSent) {
      this.#helloSent = true;
      return this.#sendFrame(this.#handshake.hello(frame));
    }
    const { payload, clientKey, transport } = this.#handshake.finish(frame);
    this.#transport = transport;
    this.#handlers.opened(this, payload, clientKey);
  }

  #resolveAnswer(node: BinaryNode): boolean {
    const id = node.attrs.id ?? '';
    const isAnswer =
      node.tag === 'ack'
        ? this.#pendingQueries.has(id)
        : node.tag === 'iq' && (node.attrs.type === 'result' || node.attrs.type === 'error');
    if (!isAnswer) return false;
    this.#pendingQueries.get(id)?.(node);
    this.#pendingQueries.delete(id);
    return true;
  }

  #sendFrame(frame: Uint8Array): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    const header = Buffer.alloc(LENGTH_BYTES);
    header.writeUIntBE(frame.length, 0, LENGTH_BYTES);
    this.#ws.send(Buffer.concat([header, frame]));
  }
}
