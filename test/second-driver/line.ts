import {
  type BinaryNode,
  Curve,
  decodeBinaryNode,
  encodeBinaryNode,
  type KeyPair,
  NOISE_WA_HEADER,
  proto,
} from 'baileys';
import { WebSocket } from 'ws';
import { element, FROM_SERVER } from '../../sandbox/whatsapp/node.ts';
import { NoiseState, openTransport, type Transport } from '../../sandbox/whatsapp/noise.ts';
import { isSigned } from '../independent/keys.ts';

const LENGTH_BYTES = 3;

interface LineParts {
  url: string;
  trustRoot: Uint8Array;
  noiseKey: KeyPair;
  payload: proto.IClientPayload;
  /** In the order of arrival. Answers to queries do not come here. */
  stanza(node: BinaryNode): void;
}

/** One connection of a client: frames, handshake, stanzas, queries. */
export class Line {
  readonly ended: Promise<void>;
  readonly #parts: LineParts;
  readonly #socket: WebSocket;
  readonly #end = Promise.withResolvers<void>();
  readonly #abort = new AbortController();
  readonly #queries = new Map<string, (answer: BinaryNode | null) => void>();
  readonly #ephemeral = Curve.generateKeyPair();
  readonly #noise = new NoiseState(NOISE_WA_HEADER);
  #transport: Transport | null = null;
  #buffer: Buffer = Buffer.alloc(0);
  #work: Promise<void> = Promise.resolve();
  #lastQuery = 0;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.ended = this.#end.promise;
    this.#socket = new WebSocket(parts.url);
    this.#socket.on('open', () => this.#greet());
    this.#socket.on('message', (data: Buffer) => {
      this.#work = this.#work.then(() => this.#receive(data)).catch(() => this.cut());
    });
    this.#socket.on('error', () => this.cut());
    this.#socket.on('close', () => void this.#work.then(() => this.cut()));
  }

  /** Aborted at the end of the line. */
  get endSignal(): AbortSignal {
    return this.#abort.signal;
  }

  /** False after the end: nothing is written. */
  send(node: BinaryNode): boolean {
    if (this.endSignal.aborted || !this.#transport) return false;
    this.#write(this.#transport.seal(encodeBinaryNode(node)));
    return true;
  }

  /** Null: an error, or the end of the line. */
  query(attrs: Record<string, string>, content: BinaryNode[]): Promise<BinaryNode | null> {
    const id = `second-${++this.#lastQuery}`;
    const { promise, resolve } = Promise.withResolvers<BinaryNode | null>();
    this.#queries.set(id, resolve);
    if (!this.send(element('iq', { id, to: FROM_SERVER, ...attrs }, content))) return Promise.resolve(null);
    return promise;
  }

  cut(): void {
    if (this.endSignal.aborted) return;
    this.#abort.abort();
    this.#socket.terminate();
    for (const answer of this.#queries.values()) answer(null);
    this.#queries.clear();
    this.#end.resolve();
  }

  #greet(): void {
    this.#noise.mixHash(this.#ephemeral.public);
    const clientHello = { ephemeral: this.#ephemeral.public };
    this.#write(proto.HandshakeMessage.encode({ clientHello }).finish(), NOISE_WA_HEADER);
  }

  async #receive(data: Buffer): Promise<void> {
    this.#buffer = Buffer.concat([this.#buffer, data]);
    while (this.#buffer.length >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + this.#buffer.readUIntBE(0, LENGTH_BYTES);
      if (this.#buffer.length < end) return;
      const frame = this.#buffer.subarray(LENGTH_BYTES, end);
      this.#buffer = this.#buffer.subarray(end);
      if (this.#transport) this.#route(await decodeBinaryNode(this.#transport.open(frame)));
      else this.#finish(frame);
    }
  }

  /** Throws for a server that the trust root has not signed. */
  #finish(frame: Buffer): void {
    const { serverHello } = proto.HandshakeMessage.decode(frame);
    if (!serverHello?.ephemeral || !serverHello.static || !serverHello.payload)
      throw new Error('no server hello');
    const { noiseKey, payload, trustRoot } = this.#parts;
    const noise = this.#noise;
    noise.mixHash(serverHello.ephemeral);
    noise.mixKey(Curve.sharedKey(this.#ephemeral.private, serverHello.ephemeral));
    const serverKey = noise.decrypt(serverHello.static);
    noise.mixKey(Curve.sharedKey(this.#ephemeral.private, serverKey));
    if (!isTrusted(noise.decrypt(serverHello.payload), serverKey, trustRoot))
      throw new Error('unknown server');
    const sealedStatic = noise.encrypt(noiseKey.public);
    noise.mixKey(Curve.sharedKey(noiseKey.private, serverHello.ephemeral));
    const sealedPayload = noise.encrypt(proto.ClientPayload.encode(payload).finish());
    const clientFinish = { static: sealedStatic, payload: sealedPayload };
    this.#write(proto.HandshakeMessage.encode({ clientFinish }).finish());
    const [writeKey, readKey] = noise.split();
    this.#transport = openTransport(readKey, writeKey);
  }

  #route(node: BinaryNode): void {
    const { type, id = '' } = node.attrs;
    if (node.tag === 'iq' && (type === 'result' || type === 'error')) {
      this.#queries.get(id)?.(type === 'result' ? node : null);
      this.#queries.delete(id);
    } else this.#parts.stanza(node);
  }

  #write(frame: Uint8Array, intro: Uint8Array = Buffer.alloc(0)): void {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUIntBE(frame.length, 0, LENGTH_BYTES);
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(Buffer.concat([intro, length, frame]));
  }
}

/** Root, then the certificate between, then the key of the server. */
function isTrusted(chain: Uint8Array, serverKey: Uint8Array, trustRoot: Uint8Array): boolean {
  const { intermediate, leaf } = proto.CertChain.decode(chain);
  const { Details } = proto.CertChain.NoiseCertificate;
  const keyIn = (details: Uint8Array) => Details.decode(details).key ?? Buffer.alloc(0);
  if (!intermediate?.details || !intermediate.signature || !leaf?.details || !leaf.signature) return false;
  return (
    isSigned(trustRoot, intermediate.details, intermediate.signature) &&
    isSigned(keyIn(intermediate.details), leaf.details, leaf.signature) &&
    Buffer.from(keyIn(leaf.details)).equals(serverKey)
  );
}
