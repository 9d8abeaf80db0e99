import { spawn } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants, userInfo } from 'node:os';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { DIST, dashboardStamp, isDashboardBuilt, STAMP_NAME, WEB } from './dashboard.js';
import { LOCK_FOLDER, lockNamed } from './lock.js';
import { MODULES, ROOT, Stop } from './place.js';
import { killGroup } from './registry.js';

const NEW = `${LOCK_FOLDER}/dashboard`;
const OLD = `${LOCK_FOLDER}/dashboard-old`;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const MAX_OUTPUT = 20_000;
const WITHOUT = './kurir start --no-dashboard runs the gateway without the dashboard.';
/** Smaller files do not become smaller packets. */
const MIN_COMPRESSED = 1_000;
const LOCK = lockNamed('build-lock', { work: 'builds the dashboard', explain: notWritable });

/** Builds `web/dist` once for all concurrent launchers. `node` is the Node of the program. Throws Stop. */
export async function buildDashboard(node) {
  await LOCK.take();
  try {
    const stamp = dashboardStamp();
    if (isDashboardBuilt(stamp)) return;
    console.error('kurir: building the dashboard; this happens once, and after an update');
    rmSync(NEW, { recursive: true, force: true });
    await runVite(node);
    await compressFiles(`${NEW}/assets`);
    writeFileSync(`${NEW}/${STAMP_NAME}`, stamp);
    openToAll(NEW);
    replaceDist();
  } catch (error) {
    if (error instanceof Stop) throw error;
    throw new Stop(`the dashboard is not built (${error.message}). ${WITHOUT}`);
  } finally {
    rmSync(NEW, { recursive: true, force: true });
    LOCK.release();
  }
}

/** The builder has a process group, which a signal to the launcher kills at once. */
async function runVite(node) {
  const options = ['--outDir', NEW, '--emptyOutDir', '--configLoader', 'native', '--logLevel', 'warn'];
  const { code, signal, stopped, output } = await supervise(
    spawn(node, [`${MODULES}/vite/bin/vite.js`, 'build', WEB, ...options], {
      cwd: ROOT,
      // React would add its checks for developers.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    }),
  );
  if (stopped) {
    const kind = stopped === 'SIGINT' ? 'interrupted' : 'terminated';
    throw new Stop('stopped; the next start builds the dashboard', {
      code: 128 + constants.signals[stopped],
      kind,
    });
  }
  if (signal)
    throw new Stop(
      `the build of the dashboard was ended by ${signal}; perhaps the memory is full. ${WITHOUT}`,
    );
  if (code === 0) return;
  process.stderr.write(output);
  throw new Stop(`the dashboard is not built: Vite ended with code ${code}, see above. ${WITHOUT}`);
}

function supervise(vite) {
  return new Promise((resolve, reject) => {
    vite.on('error', (error) => reject(new Stop(`Vite does not start: ${error.message}. ${WITHOUT}`)));
    if (!vite.pid) return;
    LOCK.nameChild(vite.pid);
    const end = { output: '' };
    const onSignal = (signal) => {
      end.stopped ??= signal;
      killGroup(vite.pid);
    };
    const onText = (text) => {
      end.output = (end.output + text).slice(-MAX_OUTPUT);
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
    vite.stdout.on('data', onText);
    vite.stderr.on('data', onText);
    vite.on('close', (code, signal) => {
      for (const name of SIGNALS) process.off(name, onSignal);
      resolve({ ...end, code, signal });
    });
  });
}

/** The gateway sends ready bytes. */
async function compressFiles(folder) {
  for (const name of readdirSync(folder)) {
    const content = readFileSync(`${folder}/${name}`);
    if (content.length < MIN_COMPRESSED || !/\.(?:js|css|svg)$/.test(name)) continue;
    const params = { [zlib.BROTLI_PARAM_SIZE_HINT]: content.length };
    const [brotli, gzipped] = await Promise.all([
      promisify(brotliCompress)(content, { params }),
      promisify(gzip)(content, { level: 9 }),
    ]);
    writeFileSync(`${folder}/${name}.br`, brotli);
    writeFileSync(`${folder}/${name}.gz`, gzipped);
  }
}

/** The user of the gateway may be another one than the user who built. */
function openToAll(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) openToAll(path);
    else chmodSync(path, 0o644);
  }
}

/** A launcher that dies between the renames leaves no build, so the next start builds. */
function replaceDist() {
  rmSync(OLD, { recursive: true, force: true });
  try {
    renameSync(DIST, OLD);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  renameSync(NEW, DIST);
  rmSync(OLD, { recursive: true, force: true });
}

function notWritable(reason) {
  return (
    `the dashboard is not built from the present sources, and ${ROOT} cannot be written by ` +
    `${userName()} (${reason}). ` +
    `Build it as the owner of the folder: ./kurir build. ${WITHOUT}`
  );
}

function userName() {
  try {
    return userInfo().username;
  } catch {
    // The user has no entry in /etc/passwd.
    return String(process.getuid());
  }
}
