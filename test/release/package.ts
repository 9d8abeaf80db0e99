import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const SHIPPED = [
  ...['bin', 'deploy', 'docs', 'migrations', 'sandbox', 'src', 'web/dist', 'widget', '.env.example', 'kurir'],
  ...['package-lock.json', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'SECURITY.md'],
];
const LEFT_OUT = /\.test\.ts$|\/test-[^/]*\.ts$|\/conformance\.ts$|^docs\/(decisions|progress)/;
/** Node strips no types of files below node_modules. The widget's sources are read as texts. */
const COMPILED = /^(src|sandbox)\/.*\.(ts|js)$/;

interface Manifest {
  dependencies: Record<string, string>;
  [field: string]: unknown;
}

/**
 * The program as an npm package, in an empty folder: JavaScript, the built dashboard, and the packages that it
 * imports, by their exact versions.
 */
export async function makePackage(root: string, folder: string, version: string): Promise<void> {
  const isShipped = (file: string) => !LEFT_OUT.test(path.relative(root, file));
  for (const name of SHIPPED)
    await cp(path.join(root, name), path.join(folder, name), { recursive: true, filter: isShipped });
  const files = await readdir(folder, { recursive: true });
  const scripts = await Promise.all(files.filter((file) => /\.(ts|js)$/.test(file)).map(compile, { folder }));
  const manifest = await readFile(path.join(root, 'package.json'), 'utf8');
  await writeFile(path.join(folder, 'package.json'), manifestOf(manifest, scripts.join('\n'), version));
}

/** Gives the script. */
async function compile(this: { folder: string }, file: string): Promise<string> {
  const place = path.join(this.folder, file);
  const text = await readFile(place, 'utf8');
  if (!COMPILED.test(file)) return file.startsWith('web/') ? '' : text;
  const script = (file.endsWith('.ts') ? stripTypeScriptTypes(text) : text).replaceAll(
    /(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g,
    '$1$2.js$1',
  );
  await rm(place);
  // Two files of one name would overwrite each other.
  await writeFile(place.replace(/\.ts$/, '.js'), script, { flag: 'wx' });
  return script;
}

/** Front-end packages are built in, and npm scripts are for clones. */
function manifestOf(text: string, scripts: string, version: string): string {
  const { private: _, devDependencies, scripts: __, dependencies, ...rest }: Manifest = JSON.parse(text);
  const isUsed = (name: string) => scripts.includes(`'${name}'`) || scripts.includes(`'${name}/`);
  const used = Object.entries(dependencies).filter(([name]) => isUsed(name));
  return `${JSON.stringify({ ...rest, version, dependencies: Object.fromEntries(used) }, null, 2)}\n`;
}

/**
 * Writes the archive, its list of packages (CycloneDX) and their sums into `to`, and takes the folder away. npm asks
 * its registry.
 */
export async function packPackage(folder: string, to: string): Promise<string[]> {
  const run = async (command: string, cwd: string, ...args: string[]) =>
    (await promisify(execFile)(command, args, { cwd, maxBuffer: 2 ** 26 })).stdout;
  const npm = (...args: string[]) => run('npm', folder, ...args, '--loglevel=error');
  // The lock file of the clone, without the packages that are built in.
  await npm('install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund');
  const bill = await npm('sbom', '--sbom-format=cyclonedx', '--package-lock-only');
  await rename(path.join(folder, 'package-lock.json'), path.join(folder, 'npm-shrinkwrap.json'));
  const archive = JSON.parse(await npm('pack', '--json', '--pack-destination', to))[0].filename;
  await rm(folder, { recursive: true });
  const list = archive.replace(/\.tgz$/, '.cdx.json');
  await writeFile(path.join(to, list), bill);
  await writeFile(path.join(to, 'SHA256SUMS'), await run('sha256sum', to, archive, list));
  return [archive, list, 'SHA256SUMS'];
}
