import type { BinaryNode, WASocket } from 'baileys';
import type { Person } from '../addresses.ts';
import { type Arrival, addTo } from '../inbound/arrival.ts';
import type { ArrivalOrder } from '../inbound/arrival-order.ts';
import { Calls } from '../inbound/calls.ts';
import { receiveTrace, type TraceKind, traceKindOf } from '../inbound/receive-trace.ts';
import type { ReceiveParts } from '../inbound/received.ts';

interface Parts extends ReceiveParts {
  order: ArrivalOrder;
  rejectsCalls(): boolean;
  onFailure(error: unknown): void;
}

/** Stores missed calls and messages without content before the acknowledgement. */
export function deliverInOrder(sock: WASocket, parts: Parts): void {
  const { ws } = sock;
  const { order, onFailure } = parts;
  const reject = (id: string, caller: string) => void sock.rejectCall(id, caller).catch(onFailure);
  const { ratchets, vault } = parts;
  const keep = (customer: Person, arrival: Arrival) =>
    ratchets.runSeparately(async () => {
      if (ratchets.ownWork) await addTo(ratchets.ownWork, vault, customer, arrival);
    });
  const calls = new Calls({ ...parts, reject, store: keep });
  const emit = ws.emit.bind(ws);
  ws.emit = (event, ...args) => {
    const stanza: BinaryNode = args[0];
    if (event === 'CB:call') {
      whenStored(calls.receive(stanza), parts, () => emit(event, ...args));
      return true;
    }
    if (event !== 'CB:message') return emit(event, ...args);
    const kind = traceKindOf(stanza);
    const deliver = () => {
      if (kind === null) return void emit(event, ...args);
      whenStored(store(parts, stanza, kind), parts, () => {
        order.begun(stanza);
        emit(event, ...args);
      });
    };
    order.arrive(stanza, deliver);
    return true;
  };
}

const store = (parts: Parts, stanza: BinaryNode, kind: TraceKind) =>
  kind === 'unreadable' ? parts.unreadable.await(stanza) : receiveTrace(parts, stanza, kind);

/** The network repeats what is not acknowledged. */
function whenStored(storing: Promise<void>, { onFailure }: Parts, deliver: () => void): void {
  storing.then(deliver).catch(onFailure);
}
