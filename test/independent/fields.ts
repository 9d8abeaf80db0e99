/** Protobuf, written from its public description: whole numbers and bytes alone. */
export type Fields = Record<number, Uint8Array | string | number>;

export function encodeFields(fields: Fields): Buffer {
  const parts = Object.entries(fields).map(([number, value]) => {
    if (typeof value === 'number') return Buffer.concat([varint(Number(number) * 8), varint(value)]);
    const bytes = Buffer.from(value);
    return Buffer.concat([varint(Number(number) * 8 + 2), varint(bytes.length), bytes]);
  });
  return Buffer.concat(parts);
}

/** Throws for another kind of field, and for a message that ends too early. */
export function decodeFields(message: Uint8Array): Map<number, Buffer | number> {
  const bytes = Buffer.from(message);
  const fields = new Map<number, Buffer | number>();
  let at = 0;
  const next = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes.readUInt8(at++);
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = next();
    if (key % 8 === 0) {
      fields.set(Math.floor(key / 8), next());
      continue;
    }
    const end = next() + at;
    if (key % 8 !== 2 || end > bytes.length) throw new Error('malformed message');
    fields.set(Math.floor(key / 8), bytes.subarray(at, end));
    at = end;
  }
  return fields;
}

/** Bytes of one field, empty when it is missing. */
export function bytesIn(message: Uint8Array, ...path: number[]): Buffer {
  return path.reduce<Buffer>((bytes, number) => {
    const value = decodeFields(bytes).get(number);
    return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
  }, Buffer.from(message));
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}
