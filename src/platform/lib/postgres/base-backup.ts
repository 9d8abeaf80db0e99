import { Readable } from 'node:stream';
import pg from 'pg';
import { reasonOf } from '../error-code.ts';
import { placesIn, readPassword } from './cluster.ts';
import { embeddedUrl } from './connect.ts';
import { PostgresProblem } from './problem.ts';
import { BACKUP_ROLE } from './role.ts';
import { socketFolder } from './socket.ts';

/** Arbitrary, but the same in every version. */
const LOCK = 4_172_006;
/** Keeps the log that the backup needs; it ends with its connection. */
const CREATE_SLOT = 'CREATE_REPLICATION_SLOT kurir_backup TEMPORARY PHYSICAL (RESERVE_WAL)';
const DROP_SLOT = 'DROP_REPLICATION_SLOT kurir_backup';
const BASE_BACKUP = "BASE_BACKUP (LABEL 'kurir', CHECKPOINT 'fast', WAL, MANIFEST 'no')";
/** First byte of a message: bytes of the archive. */
const ARCHIVE_BYTES = 'd'.charCodeAt(0);

export interface BaseBackups {
  /** The files of the cluster and the log that makes them consistent, as a tar. Damaged pages are an error. */
  read(): Readable;
  close(): Promise<void>;
}

/** Of a running server, by the protocol of pg_basebackup. Null while another process has it. Throws PostgresProblem. */
export async function openBaseBackups(dataDir: string): Promise<BaseBackups | null> {
  const places = placesIn(dataDir);
  const url = embeddedUrl(socketFolder(places.cluster), (await readPassword(places)) ?? '', BACKUP_ROLE);
  const client = new pg.Client(
    // The driver knows it, its types do not.
    Object.assign({ connectionString: url, application_name: 'kurir backup' }, { replication: 'database' }),
  );
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`select pg_try_advisory_lock(${LOCK}) as is_mine`);
    if (rows[0]?.is_mine) return { read: () => readFrom(client), close: () => client.end() };
  } catch (cause) {
    await client.end().catch(() => {});
    throw new PostgresProblem(
      `The database cannot be read for a backup: ${reasonOf(cause)}. If the gateway was started by an older version, ` +
        'restart it',
      { cause },
    );
  }
  await client.end();
  return null;
}

function readFrom(client: pg.Client): Readable {
  const archive = new ArchiveQuery();
  const begin = async () => {
    await client.query(CREATE_SLOT);
    client.query(archive);
    await archive.ended;
    await client.query(DROP_SLOT);
    archive.stream.push(null);
  };
  begin().catch((error: unknown) => archive.stream.destroy(Object(error)));
  return archive.stream;
}

/** A statement whose answer is an archive. The driver calls its methods. */
class ArchiveQuery implements pg.Submittable {
  readonly ended: Promise<void>;
  readonly stream: Readable;
  #socket: { pause(): void; resume(): void } | null = null;
  #end: (error: Error | null) => void = () => {};

  constructor() {
    this.ended = new Promise((resolve, reject) => {
      this.#end = (error) => (error ? reject(error) : resolve());
    });
    this.stream = new Readable({ read: () => void this.#socket?.resume() });
  }

  submit(connection: pg.Connection): void {
    this.#socket = connection.stream;
    connection.query(BASE_BACKUP);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The driver may use the memory again.
    if (chunk[0] === ARCHIVE_BYTES && !this.stream.push(Buffer.from(chunk.subarray(1))))
      this.#socket?.pause();
  }

  handleError(error: Error): void {
    this.#end(error);
  }

  handleReadyForQuery(): void {
    this.#end(null);
  }

  handleRowDescription(): void {}

  handleDataRow(): void {}

  handleCommandComplete(): void {}
}
