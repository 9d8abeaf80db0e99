import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import * as util from 'node:util';
import { ROOT, readIfThere } from './place.js';

export const WEB = `${ROOT}web`;
export const DIST = `${WEB}/dist`;
/** In the folder, so that one rename brings both. */
export const STAMP_NAME = '.stamp';
/** What the build reads beside `web/`. */
const OTHER_SOURCES = ['package-lock.json', 'bin/dashboard-build.js', 'src/platform/lib/csv-line.ts'];
const WITHOUT = ['--no-dashboard', '--help', '-h'];

/** Whether the command serves the dashboard. `env` is that of the program. */
export function servesDashboard([command, ...rest], env) {
  if (command !== 'start' || rest.some((arg) => WITHOUT.includes(arg))) return false;
  const setting = settingsIn(env);
  return setting('KURIR_DASHBOARD') !== 'off' && (setting('KURIR_ROLES') ?? 'api').includes('api');
}

/** The program reports a wrong file. Node before 20.12 cannot read one here: then the build is not needed at worst. */
function settingsIn(env) {
  const text = env.KURIR_ENV_FILE ? readIfThere(env.KURIR_ENV_FILE) : '';
  const file = text === '' ? {} : (util.parseEnv?.(text) ?? {});
  return (name) => env[name] || file[name] || undefined;
}

/** Changes with the content of each source: times of files change with each checkout. */
export function dashboardStamp() {
  const hash = createHash('sha256');
  for (const file of [...sourcesOf(WEB), ...OTHER_SOURCES.map((name) => ROOT + name)]) {
    hash
      .update(`${file.slice(ROOT.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

export function isDashboardBuilt(stamp) {
  return readIfThere(`${DIST}/${STAMP_NAME}`) === stamp;
}

/** Sorted, without the build and without tests. */
function sourcesOf(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return path === DIST ? [] : sourcesOf(path);
    return entry.name.endsWith('.test.ts') ? [] : [path];
  });
}
