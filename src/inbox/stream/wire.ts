/** `data` has no line break. */
export interface Message {
  /** Null: not kept, so no client resumes from it. */
  position: number | null;
  text: Buffer;
  /** For users, if it differs. */
  textOfUsers?: Buffer;
  /** Row id. Null: for callers who see all devices. `all`: for every caller. */
  deviceId: number | null | 'all';
}

/** In the order of positions. */
export interface Page {
  messages: readonly Message[];
  /** The last position that was read. */
  last: number;
}

/** Until a client connects again. */
const RETRY_MS = 2_000;

export function message(
  { position, deviceId }: Pick<Message, 'position' | 'deviceId'>,
  event: string,
  data: string,
): Message {
  const id = position === null ? '' : `id: ${position}\n`;
  return { position, deviceId, text: Buffer.from(`${id}event: ${event}\ndata: ${data}\n\n`) };
}

/** The client reads its lists again. */
export function resync(position: number): Message {
  return message({ position, deviceId: 'all' }, 'resync', '{}');
}

/** The first lines of a stream. */
export function greeting(position: number): Buffer {
  return Buffer.from(`retry: ${RETRY_MS}\n${idOf(position)}: connected\n\n`);
}

/** Lets the client skip what it may not see. */
export function ping(position: number): Buffer {
  return Buffer.from(`${idOf(position)}: ping\n\n`);
}

const idOf = (position: number) => `id: ${position}\n`;

export function sees(deviceIds: readonly number[] | null, { deviceId }: Pick<Message, 'deviceId'>): boolean {
  if (deviceIds === null || deviceId === 'all') return true;
  return deviceId !== null && deviceIds.includes(deviceId);
}
