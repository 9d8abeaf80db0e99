import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { VERSION } from '../../src/platform/lib/version.ts';
import { makePackage, packPackage } from './package.ts';
import { notesOf, prepareRelease, Refused, runNpm, tagRelease } from './release.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = path.join(ROOT, 'dist');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false }, stage: { type: 'string' } },
});

/**
 * `npm run release -- 0.2.0 [--dry-run]`: a dry run tests, commits and tags nothing. `--stage FOLDER` only makes the
 * package, unpacked.
 */
async function main(version = VERSION) {
  const { 'dry-run': isDry, stage: only } = values;
  if (only) return makePackage(ROOT, only, version);
  const release = await prepareRelease(ROOT, version);
  if (!isDry) {
    runNpm(ROOT, 'run', 'check');
    runNpm(ROOT, 'run', 'test:long');
  }
  runNpm(ROOT, 'run', '--silent', 'kurir', '--', 'build');
  await rm(OUT, { recursive: true, force: true });
  await mkdir(OUT);
  const stage = await mkdtemp(path.join(tmpdir(), 'kurir-release-'));
  await makePackage(ROOT, stage, version);
  const files = await packPackage(stage, OUT);
  const notes = notesOf(release);
  await writeFile(path.join(OUT, 'notes.md'), notes);
  console.log([...files, 'notes.md'].map((name) => path.join('dist', name)).join('\n'));
  if (isDry) return console.log(`A dry run: v${version} is not tagged.`);
  await tagRelease(release, notes, new Date().toISOString().slice(0, 10));
  console.log(`v${version} is tagged here. Publish it with: git push --follow-tags`);
}

await main(positionals[0]).catch((error: unknown) => {
  if (!(error instanceof Refused)) throw error;
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
});
