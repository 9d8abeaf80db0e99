import { randomUUID } from 'node:crypto';
import type { EngineDriver } from '../engine.ts';
import { type WidgetOptions, WidgetSession } from './session.ts';

/** The network is the gateway: visitors read from the database. */
export function createWidgetDriver(options: WidgetOptions): EngineDriver {
  return {
    kind: 'widget',
    newMessageId: () => `web.${randomUUID()}`,
    open: (host) => new WidgetSession(host, options),
  };
}
