import type { BinaryNode, WASocket } from 'baileys';
import type { Log } from '../../../lib/log.ts';
import type { ArrivalOrder } from '../inbound/arrival-order.ts';
import type { ReceiveParts } from '../inbound/receive.ts';
import { receiveTrace, traceKindOf } from '../inbound/receive-trace.ts';
import { ConnectionGone } from '../keys/vault.ts';

interface Parts extends ReceiveParts {
  order: ArrivalOrder;
  log: Log;
}

/** The client acknowledges what it gets, so a message without content is stored before. */
export function deliverInOrder({ ws }: WASocket, parts: Parts): void {
  const { order } = parts;
  const emit = ws.emit.bind(ws);
  ws.emit = (event, ...args) => {
    if (event !== 'CB:message') return emit(event, ...args);
    const stanza: BinaryNode = args[0];
    const kind = traceKindOf(stanza);
    const deliver = () => {
      if (kind === null) return void emit(event, ...args);
      whenStored(receiveTrace(parts, stanza, kind), parts, () => {
        order.begun(stanza);
        emit(event, ...args);
      });
    };
    order.arrive(stanza, deliver);
    return true;
  };
}

/** The network repeats what is not acknowledged. */
function whenStored(storing: Promise<void>, { log }: Parts, deliver: () => void): void {
  storing.then(deliver).catch((error) => {
    if (!(error instanceof ConnectionGone)) log.error({ err: error }, 'economy.trace_not_stored');
  });
}
