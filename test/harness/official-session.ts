import { onTestFinished } from 'vitest';
import { BUDI } from '../../sandbox/graph/test-cloud.ts';
import type { EngineSession, OutboundMessage, Preparation } from '../../src/gateway/engines/engine.ts';
import type { OfficialOptions } from '../../src/gateway/engines/official-cloud/driver.ts';
import { fileOf } from './media.ts';
import { MemoryHost } from './memory-host.ts';
import { credentials, type OfficialBench, startOfficialBench } from './official-bench.ts';
import { startReceiver } from './receiver.ts';

/** A connected session of the official engine, with its provider. */
export async function connectedSession(options: Partial<OfficialOptions> = {}) {
  const bench = await startOfficialBench(options);
  onTestFinished(() => bench.stop());
  const host = new MemoryHost();
  host.store.creds = credentials();
  const session = bench.driver.open(host);
  onTestFinished(() => session.close());
  session.connect();
  await host.event('connected');
  return { bench, host, session };
}

export function messageOf({ driver }: OfficialBench, fields: Partial<OutboundMessage> = {}): OutboundMessage {
  return {
    waMessageId: driver.newMessageId(),
    to: BUDI,
    type: 'text',
    body: 'Halo',
    mediaUrl: null,
    interactive: null,
    template: null,
    prepared: null,
    ...fields,
  };
}

/** An image on a host that the provider cannot reach. */
export async function imageMessage(bench: OfficialBench, bytes = fileOf('jpeg')): Promise<OutboundMessage> {
  const { url: mediaUrl } = await startReceiver((_, response) =>
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes),
  );
  return messageOf(bench, { type: 'image', mediaUrl });
}

/** The next calls fail, or are answered, as `effect` says. */
export async function injectFault({ cloud }: OfficialBench, effect: object): Promise<void> {
  await cloud.post('/sandbox/cloud/faults', effect);
}

export function prepare(session: EngineSession, message: OutboundMessage): Promise<Preparation> {
  return session.prepare(message, new AbortController().signal);
}
