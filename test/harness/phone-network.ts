import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../sandbox/server.ts';
import { FEW_PRE_KEYS } from '../../sandbox/test-sandbox.ts';
import type { PasskeyAssertion } from '../../src/gateway/engines/engine.ts';
import { silentLog } from '../../src/platform/lib/log.ts';

export interface PhoneMessage {
  wa_message_id: string;
  from: string;
  to: string;
  direction: 'in' | 'out';
  type: string;
  text: string | null;
  mimetype?: string;
  file_name?: string | null;
  size?: number;
  sha256?: string;
  copies: number;
  quote?: { wa_message_id: string; text: string | null };
  /** Of a change, the message that it changes. */
  target?: string;
}

/** The sandbox in this process, and what a test does with its phones. */
export interface PhoneNetwork {
  whatsappUrl: string;
  trustRoot: Uint8Array;
  scan(number: string, qr: string): Promise<void>;
  /** Types the code that a client shows. */
  typeCode(number: string, code: string): Promise<void>;
  /** Signs as a browser with the passkey of the phone does. */
  signPasskey(number: string, options: string): Promise<PasskeyAssertion>;
  /** Says on the phone that this is the code that the client shows. */
  acceptCode(number: string, code: string): Promise<void>;
  addPhone(number: string, name?: string): Promise<void>;
  /** Resolves with the id of the group. */
  addGroup(subject: string, members: readonly string[]): Promise<string>;
  renameGroup(id: string, subject: string): Promise<void>;
  /** Writes on the phone; resolves with the message id. */
  write(from: string, to: string, text: string, addressing?: 'lid' | 'pn'): Promise<string>;
  /** Sends any content of the control; resolves with the message id. */
  post(from: string, to: string, content: object): Promise<string>;
  /** Sends a readable copy of a message that was unreadable. */
  deliver(number: string, waMessageId: string): Promise<void>;
  /** Calls; resolves with the id of the call. */
  call(from: string, to: string, how?: object): Promise<string>;
  /** The state of each call of the phone. */
  calls(number: string): Promise<string[]>;
  read(number: string, waMessageId: string): Promise<void>;
  /** Numbers that typed to this phone. */
  typing(number: string): Promise<string[]>;
  /** The ids of the phone's messages that this number has read. */
  seenBy(number: string, peer: string): Promise<string[]>;
  /** The bytes of a media message, as the phone opens them. */
  file(number: string, waMessageId: string): Promise<Buffer>;
  /** The messages in the chats of the phone. */
  chats(number: string): Promise<PhoneMessage[]>;
  line(number: string, action: 'drop' | 'logout' | 'ban' | 'restore'): Promise<void>;
  faults(number: string | null, change: Record<string, unknown>): Promise<void>;
  stop(): Promise<void>;
}

const TOKEN = 'control-token-of-the-tests';

/** Starts a new network in a new folder. `stop` removes both. */
export async function startPhoneNetwork(): Promise<PhoneNetwork> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kurir-phones-'));
  const sandbox = await startSandbox({
    ...{ dataDir, port: 0, log: silentLog, controlToken: TOKEN },
    minPreKeyCount: FEW_PRE_KEYS,
  });
  const call = async (url: string, body?: unknown) => {
    const response = await fetch(`${sandbox.url}/sandbox${url}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-sandbox-control': TOKEN, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${url}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const post = async (from: string, to: string, content: object) => {
    const answer = await call(`/phones/${from}/messages`, { to, ...content });
    return (answer as { wa_message_id: string }).wa_message_id; // the control's own answer
  };
  return {
    whatsappUrl: sandbox.whatsappUrl,
    trustRoot: Buffer.from(sandbox.trustRoot, 'base64'),
    scan: async (number, qr) => void (await call(`/phones/${number}/scan`, { qr })),
    typeCode: async (number, code) => void (await call(`/phones/${number}/code`, { code })),
    async signPasskey(number, options) {
      const json = await call(`/phones/${number}/passkey`, { options });
      const { rawId } = json as { rawId: string }; // the control's own answer
      return { credentialId: Buffer.from(rawId, 'base64url'), json: JSON.stringify(json) };
    },
    acceptCode: async (number, code) => void (await call(`/phones/${number}/passkey/code`, { code })),
    addPhone: async (number, name) => void (await call('/phones', { number, ...(name && { name }) })),
    async addGroup(subject, members) {
      const answer = await call('/groups', { subject, members });
      return (answer as { id: string }).id; // the control's own answer
    },
    renameGroup: async (id, subject) => void (await call(`/groups/${id}/subject`, { subject })),
    write: (from, to, text, addressing = 'lid') => post(from, to, { text, addressing }),
    post,
    deliver: async (number, id) => void (await call(`/phones/${number}/messages/${id}/deliver`, {})),
    async call(from, to, how = {}) {
      const answer = await call(`/phones/${from}/calls`, { to, ...how });
      return (answer as { call_id: string }).call_id; // the control's own answer
    },
    async calls(number) {
      const answer = await call(`/phones/${number}/calls`);
      return (answer as { data: { state: string }[] }).data.map(({ state }) => state); // the control's own answer
    },
    read: async (number, wa_message_id) => void (await call(`/phones/${number}/read`, { wa_message_id })),
    async chats(number) {
      const answer = await call(`/phones/${number}/messages`);
      return (answer as { data: PhoneMessage[] }).data; // the control's own answer
    },
    async typing(number) {
      const answer = await call(`/phones/${number}`);
      return (answer as { typing: string[] }).typing; // the control's own answer
    },
    async seenBy(number, peer) {
      const answer = await call(`/phones/${number}/chat?with=${peer}`);
      const { data } = answer as { data: { id: string; from_phone: boolean; read: boolean }[] }; // likewise
      return data.flatMap(({ id, from_phone, read }) => (from_phone && read ? [id] : []));
    },
    async file(number, waMessageId) {
      const url = `${sandbox.url}/sandbox/phones/${number}/messages/${waMessageId}/media`;
      const response = await fetch(url, { headers: { 'x-sandbox-control': TOKEN } });
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    },
    line: async (number, action) => void (await call(`/numbers/${number}/${action}`, {})),
    faults: async (number, change) =>
      void (await call(number === null ? '/faults' : `/numbers/${number}/faults`, change)),
    async stop() {
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
