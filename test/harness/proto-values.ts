import { type ProtoField, protoSchema, typeNamed } from './proto-schema.ts';

const SCHEMA = protoSchema();
/** Of `Message`: every kind that the network has. */
export const FIELDS = SCHEMA.get('Message') ?? [];

/** Kinds that no person reads: changes of other messages, keys, settings, and copies. */
export const UNREAD = [
  ...['reactionMessage', 'encReactionMessage', 'pollUpdateMessage', 'keepInChatMessage', 'pinInChatMessage'],
  ...['protocolMessage', 'secretEncryptedMessage', 'encCommentMessage', 'encEventResponseMessage'],
  ...['statusStickerInteractionMessage', 'statusNotificationMessage', 'senderKeyDistributionMessage'],
  ...[
    'fastRatchetKeySenderKeyDistributionMessage',
    'messageContextInfo',
    'deviceSentMessage',
    'albumMessage',
  ],
  ...['stickerSyncRmrMessage', 'messageHistoryBundle', 'messageHistoryNotice', 'call', 'chat'],
];
/** Undefined for a field without a value. */
export type Write = (name: string, type: string) => unknown;

/** A value of the field, of what `write` makes. Without the context, which quotes other messages. */
export function filled(
  within: string,
  { name, type, isRepeated }: ProtoField,
  write: Write,
  depth = 5,
): unknown {
  const one = typedValue(within, name, type, write, depth);
  return isRepeated && one !== undefined ? [one, one] : one;
}

function typedValue(within: string, name: string, type: string, write: Write, depth: number): unknown {
  const inner = typeNamed(SCHEMA, within, type);
  if (inner === null) return write(name, type);
  if (depth === 0 || name === 'contextInfo') return undefined;
  // A message inside a message is a text.
  const fields = inner === 'Message' ? [CONVERSATION] : (SCHEMA.get(inner) ?? []);
  const parts = fields.map((field) => [field.name, filled(inner, field, write, depth - 1)]);
  const values = parts.filter(([, value]) => value !== undefined);
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}

const CONVERSATION = { name: 'conversation', type: 'string', isRepeated: false };
const NUMBER = /^(u?int|s?fixed|sint)(32|64)$/;

/** Every value, and each text as `text` makes it. */
export function everything(text: (name: string) => string): Write {
  return (name, type) => {
    if (type === 'string') return text(name);
    if (type === 'bytes') return Buffer.from('bytes');
    if (type === 'bool') return true;
    if (type === 'double' || type === 'float') return 1.5;
    return NUMBER.test(type) ? 3 : undefined;
  };
}
