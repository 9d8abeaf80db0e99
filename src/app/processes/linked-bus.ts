import type { EventEmitter } from 'node:events';
import type { Bus } from '../../platform/lib/bus.ts';
import type { FromChild, ToChild } from './supervisor.ts';

/** A child with IPC, or this process for its parent. */
type Peer = EventEmitter & { readonly connected: boolean };

/** Wake-ups between processes of one gateway. Each may be lost: the pulse of the bus finds what they announce. */
export function linkBus(
  bus: Bus,
  peer: Peer,
  send: (message: FromChild & ToChild, done: () => void) => void,
): void {
  const link = bus.link(
    (wake) =>
      new Promise((resolve) => {
        if (peer.connected) send({ wake }, resolve);
        else resolve();
      }),
  );
  peer.on('message', (message: FromChild | ToChild) => {
    if (typeof message === 'object' && 'wake' in message) link.receive(message.wake);
  });
  peer.once('disconnect', () => link.end());
}
