import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { BinaryNode } from 'baileys';
import { bytesIn, decodeFields } from './fields.ts';
import { type Line, startNoiseServer } from './noise-server.ts';
import { PasskeyPeer, Refused } from './passkey-peer.ts';

/** As its frames have it: an address without user. */
const SERVER = '@s.whatsapp.net';
const JID = '6281234500001:3@s.whatsapp.net';
const LID = '200000000000001:3@lid';

export type PasskeyServer = Awaited<ReturnType<typeof startPasskeyServer>>;

/**
 * The frames around a PasskeyPeer. `change` sees each payload on its way, in both directions, by its tag. A null drops
 * the payload.
 */
export async function startPasskeyServer(
  change: (tag: string, bytes: Buffer) => Buffer | null = (_tag, bytes) => bytes,
) {
  const heard: BinaryNode[] = [];
  const news = new EventEmitter().setMaxListeners(0);
  const scene: Scene = { change, heard, refusals: [], peer: null, line: null };
  const server = await startNoiseServer((line, node) => {
    if (!node) greet(scene, line);
    else {
      heard.push(node);
      answer(scene, line, node);
    }
    news.emit('frame');
  });
  return {
    ...server,
    /** Frames of the client, oldest first. */
    heard,
    /** What the peer refused, in its words. */
    refusals: scene.refusals,
    /** The phone scans: the server demands the passkey. `embedded`: its options come with the demand. */
    scan(qr: string, embedded = true): PasskeyPeer {
      const line = scene.line;
      if (!line) throw new Error('no client');
      const registered = bytesIn(line.login, 19);
      const deviceType = Number(decodeFields(bytesIn(registered, 8)).get(3));
      const peer = new PasskeyPeer(qr, { identity: bytesIn(registered, 3), deviceType });
      scene.peer = peer;
      notify(scene, 'passkey_prologue_request', embedded ? optionsOf(scene, peer) : []);
      return peer;
    },
    /** A notification out of turn, from the server or another sender. */
    notify: (type: string, content: BinaryNode[], from?: string) => notify(scene, type, content, from),
    async until<T>(find: () => T | undefined | false | null): Promise<T> {
      for (;;) {
        const found = find();
        if (found) return found;
        await once(news, 'frame');
      }
    },
  };
}

interface Scene {
  change(tag: string, bytes: Buffer): Buffer | null;
  heard: BinaryNode[];
  refusals: string[];
  peer: PasskeyPeer | null;
  line: Line | null;
}

/** A registration gets QR codes, a login its success. */
function greet(scene: Scene, line: Line): void {
  scene.line = line;
  if (decodeFields(line.login).has(19)) {
    const refs = Array.from({ length: 6 }, () => leaf('ref', randomBytes(12).toString('base64url')));
    const attrs = { from: SERVER, type: 'set', xmlns: 'md', id: '1' };
    line.send({ tag: 'iq', attrs, content: [leaf('pair-device', refs)] });
    return;
  }
  line.send({ tag: 'success', attrs: { t: '1790000000', lid: LID } });
  line.send({ tag: 'ib', attrs: {}, content: [{ tag: 'offline', attrs: { count: '0' } }] });
}

function answer(scene: Scene, line: Line, node: BinaryNode): void {
  const [child] = childrenOf(node);
  if (node.tag !== 'iq') return;
  if (child?.tag === 'pair-device-sign') {
    judge(scene, () => takeSigned(scene, childrenOf(child)[0]));
    line.send({ tag: 'stream:error', attrs: { code: '515' } });
    line.end();
  } else if (node.attrs.type !== 'result') {
    const refused = judge(scene, () => result(line, node, contentFor(scene, node, child)));
    if (refused !== null) {
      const error = { tag: 'error', attrs: { code: '400', text: refused } };
      line.send({ tag: 'iq', attrs: { ...answerTo(node), type: 'error' }, content: [error] });
    }
  }
}

/** Returns what the peer refused. */
function judge(scene: Scene, act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    scene.refusals.push(error.message);
    return error.message;
  }
}

/** With what follows from the request. */
function result(line: Line, node: BinaryNode, { content, next }: Answer): void {
  line.send({ tag: 'iq', attrs: { ...answerTo(node), type: 'result' }, ...(content && { content }) });
  next?.();
}

interface Answer {
  content?: BinaryNode[];
  next?(): void;
}

function contentFor(scene: Scene, { attrs }: BinaryNode, child: BinaryNode | undefined): Answer {
  const { peer } = scene;
  const bytes = ({ tag, content }: BinaryNode) => scene.change(tag, Buffer.from(content as Uint8Array));
  const own = () => (child && bytes(child)) ?? Buffer.alloc(0);
  // What a client asks after its login.
  if (child?.tag === 'count') return { content: [{ tag: 'count', attrs: { value: '100' } }] };
  if (!peer || attrs.xmlns !== 'md' || attrs.to !== SERVER) return {};
  switch (`${attrs.type} ${child?.tag}`) {
    case 'get passkey_request_options':
      return { content: optionsOf(scene, peer) };
    case 'get ref':
      return { content: [leaf('ref', peer.ref)] };
    case 'set passkey_prologue': {
      const parts = childrenOf(child).map((part) => [part.tag, bytes(part) ?? Buffer.alloc(0)] as const);
      const identity = payload(scene, 'primary_ephemeral_identity', peer.takePrologue(new Map(parts)));
      return { next: () => notify(scene, 'crsc_continuation', identity) };
    }
    case 'set companion_nonce':
      peer.takeNonce(own());
      return {};
    case 'set encrypted_pairing_request': {
      const identity = peer.takeRequest(own());
      return { next: () => vouch(scene, identity) };
    }
    default:
      return {};
  }
}

function vouch(scene: Scene, identity: Buffer): void {
  const content = [
    ...payload(scene, 'device-identity', identity),
    { tag: 'device', attrs: { jid: JID, lid: LID } },
    { tag: 'platform', attrs: { name: 'android' } },
  ];
  const attrs = { from: SERVER, type: 'set', xmlns: 'md', id: '2' };
  scene.line?.send({ tag: 'iq', attrs, content: [leaf('pair-success', content)] });
}

function takeSigned({ peer }: Scene, identity: BinaryNode | undefined): void {
  peer?.takeSigned(identity?.attrs['key-index'] ?? '', Buffer.from(identity?.content as Uint8Array));
}

function notify(scene: Scene, type: string, content: BinaryNode[], from = SERVER): void {
  const attrs = { from, type, id: randomBytes(4).toString('hex'), t: '1790000000' };
  scene.line?.send({ tag: 'notification', attrs, content });
}

function optionsOf(scene: Scene, { options }: PasskeyPeer): BinaryNode[] {
  return payload(scene, 'passkey_request_options', Buffer.from(options));
}

const answerTo = ({ attrs }: BinaryNode) => ({ from: SERVER, id: attrs.id ?? '' });

function payload({ change }: Scene, tag: string, bytes: Buffer): BinaryNode[] {
  const changed = change(tag, bytes);
  return changed ? [leaf(tag, changed)] : [];
}

export function leaf(tag: string, content: BinaryNode[] | Buffer | string): BinaryNode {
  return { tag, attrs: {}, content: typeof content === 'string' ? Buffer.from(content) : content };
}

function childrenOf(node: BinaryNode | undefined): BinaryNode[] {
  return Array.isArray(node?.content) ? node.content : [];
}
