import { createCipheriv, createDecipheriv } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from 'baileys';
import { type WebSocket, WebSocketServer } from 'ws';
import { bytesIn, encodeFields } from './fields.ts';
import { agree, hkdf, newPair, newSigner, type Pair, sha256 } from './keys.ts';

export interface Line {
  /** `ClientPayload` of the client. */
  login: Buffer;
  send(node: BinaryNode): void;
  end(): void;
}

/** Serves Noise_XX_25519_AESGCM_SHA256 on a loopback socket. The codec of frames is the client's own. */
export async function startNoiseServer(onFrame: (line: Line, node: BinaryNode | null) => void) {
  const root = newSigner();
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => serve(socket, root, onFrame));
  await once(server, 'listening');
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws/chat`,
    trustRoot: root.open,
    stop: () => {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

function serve(
  socket: WebSocket,
  root: ReturnType<typeof newSigner>,
  onFrame: (line: Line, node: BinaryNode | null) => void,
): void {
  const noise = new Noise(root);
  let bytes = Buffer.alloc(0);
  let line: Line | null = null;
  const write = (frame: Uint8Array) => {
    const length = Buffer.alloc(3);
    length.writeUIntBE(frame.length, 0, 3);
    socket.send(Buffer.concat([length, frame]));
  };
  const opened = (login: Buffer): Line => ({
    login,
    send: (node) => write(noise.seal(encodeBinaryNode(node))),
    end: () => socket.close(),
  });
  let hasStarted = false;
  let turn = Promise.resolve();
  const take = async (frame: Buffer) => {
    if (line) {
      onFrame(line, await decodeBinaryNode(noise.open(frame)));
      return;
    }
    const { answer, login } = noise.greet(frame);
    if (answer) write(answer);
    if (!login) return;
    line = opened(login);
    onFrame(line, null);
  };
  socket.on('message', (data: Buffer) => {
    bytes = Buffer.concat([bytes, data]);
    if (!hasStarted) {
      noise.mix(bytes.subarray(0, 4));
      bytes = bytes.subarray(4);
      hasStarted = true;
    }
    while (bytes.length >= 3 && bytes.length >= 3 + bytes.readUIntBE(0, 3)) {
      const end = 3 + bytes.readUIntBE(0, 3);
      const frame = bytes.subarray(3, end);
      bytes = bytes.subarray(end);
      turn = turn.then(() => take(frame)).catch(() => socket.terminate());
    }
  });
}

class Noise {
  #hash = Buffer.from('Noise_XX_25519_AESGCM_SHA256\0\0\0\0');
  #chain = this.#hash;
  /** Of the client's frames, and of the answers. */
  #keys = [this.#hash, this.#hash] as const;
  #counters: [number, number] = [0, 0];
  #isOpen = false;
  #ephemeral: Pair = newPair();
  #root: ReturnType<typeof newSigner>;

  constructor(root: ReturnType<typeof newSigner>) {
    this.#root = root;
  }

  mix(data: Uint8Array): void {
    this.#hash = sha256(this.#hash, data);
  }

  /** The two handshake messages of the client. */
  greet(frame: Buffer): { answer?: Buffer; login?: Buffer } {
    const hello = bytesIn(frame, 2, 1);
    if (hello.length > 0) return { answer: this.#answer(hello) };
    const theirStatic = this.open(bytesIn(frame, 4, 1));
    this.#mixKey(agree(this.#ephemeral, theirStatic));
    const login = this.open(bytesIn(frame, 4, 2));
    const both = hkdf(Buffer.alloc(0), this.#chain, '', 64);
    this.#keys = [both.subarray(0, 32), both.subarray(32)];
    this.#counters = [0, 0];
    this.#isOpen = true;
    return { login };
  }

  #answer(theirs: Buffer): Buffer {
    const server = newPair();
    const middle = newSigner();
    this.mix(theirs);
    this.mix(this.#ephemeral.open);
    this.#mixKey(agree(this.#ephemeral, theirs));
    const sealedStatic = this.seal(server.open);
    this.#mixKey(agree(server, theirs));
    const times = { 4: 1, 5: 4_000_000_000 };
    const certificate = (by: typeof middle, details: Buffer) =>
      encodeFields({ 1: details, 2: by.sign(details) });
    const chain = encodeFields({
      1: certificate(middle, encodeFields({ 1: 2, 2: 1, 3: server.open, ...times })),
      2: certificate(this.#root, encodeFields({ 1: 1, 2: 0, 3: middle.open, ...times })),
    });
    const hello = { 1: this.#ephemeral.open, 2: sealedStatic, 3: this.seal(chain) };
    return encodeFields({ 3: encodeFields(hello) });
  }

  #mixKey(secret: Buffer): void {
    const both = hkdf(secret, this.#chain, '', 64);
    this.#chain = both.subarray(0, 32);
    this.#keys = [both.subarray(32), both.subarray(32)];
    this.#counters = [0, 0];
  }

  seal(plain: Uint8Array): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#keys[1], this.#iv(1));
    if (!this.#isOpen) cipher.setAAD(this.#hash);
    const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    if (!this.#isOpen) this.mix(sealed);
    return sealed;
  }

  open(sealed: Buffer): Buffer {
    const cipher = createDecipheriv('aes-256-gcm', this.#keys[0], this.#iv(0));
    if (!this.#isOpen) cipher.setAAD(this.#hash);
    cipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    if (!this.#isOpen) this.mix(sealed);
    return plain;
  }

  /** The handshake has one counter, each direction of the transport its own. */
  #iv(direction: 0 | 1): Buffer {
    const iv = Buffer.alloc(12);
    iv.writeUInt32BE(this.#counters[this.#isOpen ? direction : 0]++, 8);
    return iv;
  }
}
