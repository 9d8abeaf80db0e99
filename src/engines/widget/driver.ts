import { randomUUID } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { EngineDriver } from '../engine.ts';
import type { VisitorPages } from './pages.ts';
import { WidgetSession } from './session.ts';

export interface WidgetOptions {
  pages: VisitorPages;
  clock: Clock;
}

/** The live chat of widgets. Its network is the gateway: visitors read their messages from the database. */
export function createWidgetDriver(options: WidgetOptions): EngineDriver {
  return {
    kind: 'widget',
    newMessageId: () => `web.${randomUUID()}`,
    open: (host) => new WidgetSession(host, options),
  };
}
