import { createSocket } from 'node:dgram';
import ipaddr from 'ipaddr.js';
import { onTestFinished } from 'vitest';

/** What is said of a name: its addresses, or nothing at all to questions about a family that is `silent`. */
export interface NameRecord {
  v4?: readonly string[] | 'silent';
  v6?: readonly string[] | 'silent';
}

/** A real name server on loopback; names without a record do not exist. Closed when the test ends. */
export async function startNameServer(records: Readonly<Record<string, NameRecord>>): Promise<{
  /** For `setServers`. */
  address: string;
  /** What was asked, like `A example.test`. */
  questions: string[];
}> {
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = questionOf(query);
    questions.push(`${type === V6 ? 'AAAA' : 'A'} ${name}`);
    const record = records[name];
    const found = (type === V6 ? record?.v6 : record?.v4) ?? [];
    if (found !== 'silent')
      socket.send(answerTo(query, { end, type, found, exists: !!record }), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, questions };
}

const HEADER = 12;
const V6 = 28;
const NO_SUCH_NAME = 3;

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(
  query: Buffer,
  { end, type, found, exists }: { end: number; type: number; found: readonly string[]; exists: boolean },
): Buffer {
  const header = Buffer.alloc(HEADER);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (exists ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found.length, 6);
  const answers = found.map((text) => {
    const address = ipaddr.parse(text).toByteArray();
    // The name is where the question has it; class IN; no time to live.
    return Buffer.from([0xc0, HEADER, 0, type, 0, 1, 0, 0, 0, 0, 0, address.length, ...address]);
  });
  return Buffer.concat([header, query.subarray(HEADER, end), ...answers]);
}
