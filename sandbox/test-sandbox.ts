import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../src/platform/lib/clock.ts';
import { type Log, silentLog } from '../src/platform/lib/log.ts';
import type { Answer } from '../test/harness/shop.ts';
import { until } from '../test/harness/until.ts';
import { type Sandbox, startSandbox } from './server.ts';
import { silenceLibsignal } from './whatsapp/silence-libsignal.ts';

export const CONTROL_TOKEN = 'control-token-of-a-test';

/** For tests of anything but pre-keys: clients make 5 of them instead of 812. */
export const FEW_PRE_KEYS = 1;

type ControlAnswer = Omit<Answer, 'headers'>;

/** Controls a sandbox in any process. */
export interface SandboxControl {
  whatsappUrl(): string;
  trustRoot(): Buffer<ArrayBuffer>;
  post(route: string, body?: unknown): Promise<ControlAnswer>;
  get(route: string, headers?: Record<string, string>): Promise<ControlAnswer>;
  /** The messages of a phone, oldest first. */
  messagesOf(number: string): Promise<Answer['body'][]>;
  /** Waits for the message with this text. */
  messageAt(number: string, text: string): Promise<Answer['body']>;
}

/** Registers a cleanup, such as `afterAll`. */
export type OnEnd = (close: () => Promise<void>) => void;

/** A sandbox in this process. It ends with the test, or by `onEnd`. */
export interface TestSandbox extends SandboxControl {
  readonly dataDir: string;
  readonly current: Sandbox;
  /** Restarts on the same folder and port, and runs `meanwhile` in between. */
  restart(meanwhile?: () => void): Promise<void>;
}

/** `memory` is the store file of a stopped sandbox. */
export async function openTestSandbox(
  options: { clock?: Clock; log?: Log; memory?: Buffer; onEnd?: OnEnd; minPreKeyCount?: number } = {},
): Promise<TestSandbox> {
  silenceLibsignal();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kurir-sandbox-'));
  if (options.memory) writeFileSync(storeOf(dataDir), options.memory);
  const start = (port: number) =>
    startSandbox({
      ...{ dataDir, port, controlToken: CONTROL_TOKEN, log: silentLog, minPreKeyCount: FEW_PRE_KEYS },
      ...options,
    });
  let current = await start(0);
  const onEnd = options.onEnd ?? onTestFinished;
  onEnd(async () => {
    await current.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const { url, whatsappUrl, trustRoot } = current;

  return {
    ...controlOf({ url, whatsapp_url: whatsappUrl, trust_root: trustRoot }, CONTROL_TOKEN),
    dataDir,
    get current() {
      return current;
    },
    async restart(meanwhile) {
      await current.stop();
      meanwhile?.();
      current = await start(current.port);
    },
  };
}

/** Path of the store file. */
export const storeOf = (dataDir: string) => path.join(dataDir, 'sandbox.db');

/** Controls the sandbox at these addresses. */
export function controlOf(
  place: { url: string; whatsapp_url: string; trust_root: string },
  token: string,
): SandboxControl {
  const call = async (
    route: string,
    init: RequestInit,
    headers: Record<string, string>,
  ): Promise<ControlAnswer> => {
    const response = await fetch(`${place.url}${route}`, {
      ...init,
      headers: { 'x-sandbox-control': token, ...headers },
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  };
  const get = (route: string, headers: Record<string, string> = {}) => call(route, {}, headers);
  const messagesOf = async (number: string) => {
    const { body } = await get(`/sandbox/phones/${number}/messages`);
    return body.data ?? [];
  };
  return {
    whatsappUrl: () => place.whatsapp_url,
    trustRoot: () => Buffer.from(place.trust_root, 'base64'),
    post(route, body) {
      const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
      return call(route, { method: 'POST', body: text }, { 'content-type': 'application/json' });
    },
    get,
    messagesOf,
    messageAt: (number, text) =>
      until(async () => {
        const messages: { text: string | null }[] = await messagesOf(number);
        return messages.find((message) => message.text === text);
      }),
  };
}
