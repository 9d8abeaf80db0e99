import { readFileSync } from 'node:fs';
import { Agent, type RequestOptions } from 'node:https';
import net from 'node:net';
import {
  type AuthenticationCreds,
  type BinaryNode,
  Browsers,
  BufferJSON,
  type ConnectionState,
  initAuthCreds,
  makeWASocket,
  type proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
  useMultiFileAuthState,
  WA_CERT_DETAILS,
  type WAMessage,
  type WASocket,
} from 'baileys';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { until } from '../../test/harness/until.ts';
import {
  type OnEnd,
  openTestSandbox,
  type SandboxControl,
  storeOf,
  type TestSandbox,
} from '../test-sandbox.ts';
import { silenceLibsignal } from './silence-libsignal.ts';

/** Uploads without TLS. */
class PlainAgent extends Agent {
  override createConnection(options: RequestOptions): net.Socket {
    return net.connect(Number(options.port), String(options.host));
  }
}

export interface Receipt {
  id: string;
  type: string;
  from: string;
}

/** The unmodified WhatsApp Web client with its keys in memory. It reconnects after 515 only. */
export class TestClient {
  creds: AuthenticationCreds = initAuthCreds();
  keys = new Map<string, string>();
  sock: WASocket | null = null;
  closeCodes: number[] = [];
  qrs: string[] = [];
  received: WAMessage[] = [];
  acks: Record<string, string>[] = [];
  receipts: Receipt[] = [];
  /** Codes to type that the server knows. */
  acceptedCodes = 0;
  isOpen = false;
  historyStatus: string | undefined;
  /** Sent messages, kept for retries. */
  sent = new Map<string, proto.IMessage>();
  reconnects = false;
  qrTimeout: number | undefined;
  version: [number, number, number] | undefined;
  /** In place of memory. */
  folder: Awaited<ReturnType<typeof useMultiFileAuthState>> | null = null;

  #sandbox: SandboxControl;

  constructor(sandbox: SandboxControl, onEnd: OnEnd = onTestFinished) {
    silenceLibsignal();
    this.#sandbox = sandbox;
    onEnd(() => this.close());
  }

  get number(): string {
    return this.creds.me?.id.split(':')[0] ?? '';
  }

  connect(): void {
    WA_CERT_DETAILS.PUBLIC_KEY = this.#sandbox.trustRoot();
    const sock = makeWASocket({
      waWebSocketUrl: this.#sandbox.whatsappUrl(),
      auth: { creds: this.creds, keys: this.folder?.state.keys ?? this.#keyStore() },
      logger: pino({ level: 'silent' }),
      browser: Browsers.ubuntu('Gateway'),
      fetchAgent: new PlainAgent({ keepAlive: false }),
      markOnlineOnConnect: true,
      getMessage: async ({ id }) => this.sent.get(id ?? ''),
      ...(this.qrTimeout && { qrTimeout: this.qrTimeout }),
      ...(this.version && { version: this.version }),
    });
    this.sock = sock;
    sock.ev.on('creds.update', (update) => {
      Object.assign(this.creds, update);
      void this.folder?.saveCreds();
    });
    sock.ev.on('connection.update', (update) => this.#updated(update));
    sock.ev.on('messages.upsert', ({ messages, type }) => {
      // Messages that waited offline have the type `append`, like messages of this client.
      this.received.push(...messages.filter(({ key }) => type === 'notify' || !key.fromMe));
    });
    sock.ev.on('messaging-history.status', ({ status }) => {
      this.historyStatus = status;
    });
    sock.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => this.acks.push(attrs));
    sock.ws.on('CB:iq,,link_code_companion_reg', () => {
      this.acceptedCodes += 1;
    });
    sock.ws.on('CB:receipt', ({ attrs: { id = '', type = 'delivered', from = '' } }: BinaryNode) =>
      this.receipts.push({ id, type, from }),
    );
  }

  /** Sends a text and resolves with the error code of the server ack, or null. */
  async send(to: string, text: string, messageId?: string): Promise<{ id: string; error: string | null }> {
    const sent = await this.sock?.sendMessage(jidOf(to), { text }, messageId ? { messageId } : {});
    const id = sent?.key.id ?? '';
    if (sent?.message) this.sent.set(id, sent.message);
    const ack = await until(() => this.acks.find((each) => each.id === id));
    return { id, error: ack.error ?? null };
  }

  receipt(id: string, type: string): Promise<Receipt> {
    return until(() => this.receipts.find((each) => each.id === id && each.type === type));
  }

  /** The received message with this text. */
  message(text: string): Promise<WAMessage> {
    return until(() => this.received.find((each) => textOf(each) === text));
  }

  async online(): Promise<void> {
    this.connect();
    await until(() => this.isOpen);
  }

  closed(count = 1): Promise<number> {
    return until(() => (this.closeCodes.length >= count ? this.closeCodes.at(-1) : undefined));
  }

  async close(): Promise<void> {
    this.reconnects = false;
    await this.sock?.end(undefined);
  }

  #updated({ connection, qr, lastDisconnect }: Partial<ConnectionState>): void {
    if (qr) this.qrs.push(qr);
    if (connection === 'open') this.isOpen = true;
    if (connection !== 'close') return;
    this.isOpen = false;
    const error = lastDisconnect?.error;
    // Boom errors carry the close code as their status code.
    const code = (error as { output?: { statusCode: number } } | undefined)?.output?.statusCode ?? 0;
    if (error) this.closeCodes.push(code);
    if (code === 515 || (this.reconnects && error)) this.connect();
  }

  #keyStore(): SignalKeyStore {
    return {
      get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
        const found: { [id: string]: SignalDataTypeMap[T] } = {};
        for (const id of ids) {
          const text = this.keys.get(`${type}/${id}`);
          if (text !== undefined) found[id] = JSON.parse(text, BufferJSON.reviver);
        }
        return found;
      },
      set: async (data: SignalDataSet) => {
        for (const [type, values] of Object.entries(data)) {
          for (const [id, value] of Object.entries(values ?? {})) {
            if (value === null) this.keys.delete(`${type}/${id}`);
            else this.keys.set(`${type}/${id}`, JSON.stringify(value, BufferJSON.replacer));
          }
        }
      },
    };
  }
}

/** A client whose session is a folder, as that of most bots. */
export async function folderClient(
  sandbox: SandboxControl,
  path: string,
  onEnd: OnEnd = onTestFinished,
): Promise<TestClient> {
  const client = new TestClient(sandbox, onEnd);
  client.folder = await useMultiFileAuthState(path);
  client.creds = client.folder.state.creds;
  return client;
}

/** An online client, paired with the phone of this number. */
export function pairedClient(
  sandbox: SandboxControl,
  number: string,
  onEnd: OnEnd = onTestFinished,
): Promise<TestClient> {
  return pairClient(sandbox, number, new TestClient(sandbox, onEnd));
}

export async function pairClient(
  sandbox: SandboxControl,
  number: string,
  client: TestClient,
): Promise<TestClient> {
  client.connect();
  const qr = await until(() => client.qrs[0]);
  const { status, body } = await sandbox.post(`/sandbox/phones/${number}/scan`, { qr });
  if (status !== 200) throw new Error(`the scan was answered with ${status} ${JSON.stringify(body)}`);
  await until(() => client.isOpen && client.creds.accountSyncCounter > 0);
  client.closeCodes = [];
  return client;
}

export const SHOP = '6281200000001';
export const BUDI = '6281200000002';

interface PairedState {
  store: Buffer;
  creds: string;
  keys: Map<string, string>;
}

let prepared: Promise<PairedState> | undefined;

/** A sandbox with the phone of Budi and an online client of the shop. Pairs once per test file. */
export async function shopAndBudi(
  onEnd: OnEnd = onTestFinished,
): Promise<{ sandbox: TestSandbox; client: TestClient }> {
  prepared ??= prepareShop();
  const { store: memory, creds, keys } = await prepared;
  const sandbox = await openTestSandbox({ memory, onEnd });
  const client = new TestClient(sandbox, onEnd);
  client.creds = JSON.parse(creds, BufferJSON.reviver);
  client.keys = new Map(keys);
  await client.online();
  return { sandbox, client };
}

async function prepareShop(): Promise<PairedState> {
  const closers: (() => Promise<void>)[] = [];
  const onEnd: OnEnd = (close) => closers.push(close);
  const sandbox = await openTestSandbox({ onEnd, minPreKeyCount: 0 });
  await sandbox.post('/sandbox/phones', { number: BUDI, name: 'Budi' });
  const client = await pairedClient(sandbox, SHOP, onEnd);
  await client.close();
  await sandbox.current.stop();
  const memory = readFileSync(storeOf(sandbox.dataDir));
  for (const close of closers) await close();
  return { store: memory, creds: JSON.stringify(client.creds, BufferJSON.replacer), keys: client.keys };
}

/** A second client with the same credentials and keys. */
export function twinOf(client: TestClient, sandbox: SandboxControl): TestClient {
  const twin = new TestClient(sandbox);
  twin.creds = JSON.parse(JSON.stringify(client.creds, BufferJSON.replacer), BufferJSON.reviver);
  twin.keys = new Map(client.keys);
  return twin;
}

export const jidOf = (number: string) => `${number}@s.whatsapp.net`;

export function textOf({ message }: WAMessage): string | null | undefined {
  return message?.conversation ?? message?.extendedTextMessage?.text;
}
