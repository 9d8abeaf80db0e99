import { proto } from 'baileys';
import { unwrap } from './unwrap.ts';
import { fieldsOf, textsOf } from './wire.ts';

type Content = proto.IMessage;

const MAX_WRAPPERS = 8;
/** Keys and context in `Message`. */
const NO_CONTENT: readonly number[] = [2, 15, 35];
/** Not in the installed protocol. Has the form of other polls. */
const POLL_V6 = 119;

/** Decoders skip unknown kinds. This keeps their texts, and the message of an unknown wrapper. */
export function withLaterKind(message: Content, bytes: Uint8Array): Content {
  return (isBare(message) && laterKind(bytes, MAX_WRAPPERS)) || message;
}

function isBare(message: Content): boolean {
  if (message.conversation || message.extendedTextMessage) return false;
  return Object.keys(unwrap(message) ?? {}).every((name) => name === 'messageContextInfo');
}

function laterKind(bytes: Uint8Array, wrappers: number): Content | null {
  const field = fieldsOf(bytes)?.find((each) => each.bytes && !NO_CONTENT.includes(each.number));
  if (!field?.bytes) return null;
  const wrapped = wrappers > 0 ? messageIn(field.bytes) : null;
  const inner = wrapped && attempt(() => proto.Message.decode(wrapped));
  if (inner) {
    if (!isBare(inner)) return inner;
    const later = laterKind(wrapped, wrappers - 1);
    if (later) return later;
  }
  const { number, bytes: part } = field;
  const poll = number === POLL_V6 && attempt(() => proto.Message.PollCreationMessage.decode(part));
  return poll ? { pollCreationMessageV5: poll } : { [`message_${number}`]: { texts: textsOf(part) } };
}

function attempt<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** A wrapper has one field, the message. */
function messageIn(bytes: Uint8Array): Uint8Array | null {
  const [first, second] = fieldsOf(bytes) ?? [];
  return (first?.number === 1 && !second && first.bytes) || null;
}
