import type { Log } from '../../src/lib/log.ts';
import type { MediaStore } from '../media.ts';
import type { CompanionRef, Store } from '../store.ts';
import type { ServerIdentity } from './certificate.ts';
import type { Connection } from './connection.ts';
import { combineFaults, type Faults, NO_FAULTS, readFaults } from './faults.ts';
import { Pairings } from './pairings.ts';
import { Turns } from './turns.ts';

/** What every part of the phone network is given. */
export interface Network {
  store: Store;
  log: Log;
  now(): Date;
  identity: ServerIdentity;
  media: MediaStore;
  /** Open lines of logged-in companion devices. */
  lines: Lines;
  /** Every open connection, logged in or not. */
  connections: Set<Connection>;
  pairings: Pairings;
  /** Work on the keys of one phone, one after the other. */
  turns: Turns;
  /** What `faultsOf` found out, for every stanza asks; emptied when faults change. */
  knownFaults: Map<string | null, Faults>;
}

export function createNetwork(parts: Pick<Network, 'store' | 'log' | 'now' | 'identity' | 'media'>): Network {
  return {
    ...parts,
    lines: new Lines(),
    connections: new Set(),
    pairings: new Pairings(),
    turns: new Turns(),
    knownFaults: new Map(),
  };
}

/** Which companion device is connected through which connection. */
export class Lines {
  #byCompanion = new Map<string, Connection>();

  find(ref: CompanionRef): Connection | undefined {
    return this.#byCompanion.get(keyOf(ref));
  }

  /** Returns the connection that is replaced. */
  connect(ref: CompanionRef, connection: Connection): Connection | undefined {
    const earlier = this.find(ref);
    this.#byCompanion.set(keyOf(ref), connection);
    return earlier;
  }

  disconnect(ref: CompanionRef, connection: Connection): void {
    if (this.find(ref) === connection) this.#byCompanion.delete(keyOf(ref));
  }
}

const keyOf = ({ number, device_id }: CompanionRef) => `${number}:${device_id}`;

/** The trouble that applies to a number now; without a number, the trouble that is for everyone. */
export function faultsOf(net: Network, number: string | null): Faults {
  const known = net.knownFaults.get(number);
  if (known) return known;
  const kept = net.store.findSetting('faults');
  const forAll = kept ? readFaults(Buffer.from(kept).toString('utf8')) : NO_FAULTS;
  const phone = number === null ? undefined : net.store.findPhone(number);
  const faults = phone ? combineFaults(forAll, readFaults(phone.faults)) : forAll;
  if (phone || number === null) net.knownFaults.set(number, faults);
  return faults;
}
