import { readFileSync } from 'node:fs';
import { access, cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite/vector';

const PACKAGES = new URL('../../node_modules/', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('@electric-sql/pglite/package.json', PACKAGES), 'utf8'));
/** The folder of a new server takes five seconds of processor time. */
const NEW_SERVER = fileURLToPath(new URL(`.cache/kurir/pglite-${version}`, PACKAGES));

/** The address of a PostgreSQL with pgvector, in this process. It has one session: connect once at a time. */
export async function startPgvectorServer(cleanup: (end: () => Promise<void>) => void): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kurir-pglite-'));
  await cp(await newServer(), dataDir, { recursive: true });
  const server = await PGlite.create({ dataDir, extensions: { vector } });
  const listener = createServer((socket) => serve(server, socket));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  cleanup(async () => {
    await new Promise((resolve) => listener.close(resolve));
    await server.close();
    await rm(dataDir, { recursive: true });
  });
  return `postgres://postgres@127.0.0.1:${(listener.address() as AddressInfo).port}/postgres`; // it listens on TCP
}

async function newServer(): Promise<string> {
  const isMade = await access(NEW_SERVER).then(
    () => true,
    () => false,
  );
  if (isMade) return NEW_SERVER;
  const folder = await mkdtemp(`${NEW_SERVER}-`);
  await (await PGlite.create({ dataDir: folder })).close();
  // Another run can have made it meanwhile.
  await rename(folder, NEW_SERVER).catch(() => rm(folder, { recursive: true }));
  return NEW_SERVER;
}

/** All connections are one session, so statements of the one before would be in the way. */
function serve(server: PGlite, socket: Socket): void {
  let work = Promise.resolve();
  const then = (next: () => Promise<unknown>) => {
    work = work.then(next).then(
      () => {},
      (error) => void socket.destroy(error),
    );
  };
  socket.on('data', (data) => then(async () => socket.write(await server.execProtocolRaw(data))));
  socket.on('error', () => {}); // 'close' follows
  socket.on('close', () => {
    then(() => server.exec('rollback'));
    then(() => server.exec('deallocate all'));
  });
}
