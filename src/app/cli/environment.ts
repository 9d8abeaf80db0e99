import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileSettings, InvalidConfig, isSetting, Settings, unknownSettings } from '../../config.ts';
import { type EnvLine, readEnvLines } from '../../platform/lib/env-file.ts';
import { codeOf } from '../../platform/lib/error-code.ts';
import type { FileSetting } from '../../platform/lib/file-settings.ts';
import { nearestName } from '../../platform/lib/nearest-name.ts';
import { quoted } from '../../platform/lib/shell.ts';
import { isSecretSetting } from '../../wrong-settings.ts';

const SETTINGS = Object.keys(Settings.shape);
/** Other programs may have such names: only near ones, as PORT, are suspect. */
const WITHOUT_PREFIX = 0.2;
/** Relative to the file. */
const PATHS = ['KURIR_DATA_DIR', 'KURIR_TLS_CERT_FILE', 'KURIR_TLS_KEY_FILE'];
const READ_BY_OTHERS = 0o004;

/** Adds the settings of KURIR_ENV_FILE. Answers warnings. Throws InvalidConfig. */
export async function readEnvironment(): Promise<string[]> {
  const warnings = unknownSettings().map((name) => describeUnknown(name));
  const file = fileSettings.takeFile();
  if (file === null) return warnings;
  const path = resolve(file);
  const { text, isOpen } = await read(path);
  const { lines, problems } = readEnvLines(text);
  const wrong = [
    ...problems.map(({ line, problem }) => `${path}:${line}: ${problem}`),
    ...lines
      .filter(isUnexpanded)
      .map(({ name, line }) => `${path}:${line}: ${name} is not expanded in a file, write the value itself`),
  ];
  if (wrong.length > 0) throw new InvalidConfig(wrong.join('\n'));
  const settings = lines.filter(({ name }) => isSetting(name));
  fileSettings.adopt(settings.map((line) => settingOf(path, line)));
  return [...warnings, ...unknownIn(path, lines), ...(isOpen ? exposed(path, lines) : [])];
}

async function read(path: string): Promise<{ text: string; isOpen: boolean }> {
  const fail = (reason: unknown): never => {
    throw new InvalidConfig(`KURIR_ENV_FILE: ${path} cannot be read (${codeOf(reason) || String(reason)})`);
  };
  const file = await stat(path).catch(fail);
  // Without a writer, a read would never end.
  if (file.isFIFO()) fail('it is a pipe');
  const text = await readFile(path, 'utf8').catch(fail);
  return { text, isOpen: (file.mode & READ_BY_OTHERS) !== 0 };
}

/** The file is not for a shell. */
function isUnexpanded({ name, value }: EnvLine): boolean {
  if (PATHS.includes(name)) return /^~|\$/.test(value);
  return isSetting(name) && /^\$\(.*\)$|^\$\{\w+\}$/.test(value);
}

function settingOf(path: string, { name, value, line }: EnvLine): FileSetting {
  const isPath = PATHS.includes(name) && value !== '';
  return { name, value: isPath ? resolve(dirname(path), value) : value, place: `${path}:${line}` };
}

function unknownIn(path: string, lines: readonly EnvLine[]): string[] {
  const isSuspect = (name: string) =>
    unknownSettings([name]).length > 0 || (!isSetting(name) && nearestName(name, SETTINGS, WITHOUT_PREFIX));
  return lines
    .filter(({ name }) => isSuspect(name))
    .map(({ name, line }) => describeUnknown(name, `${path}:${line}: `));
}

function describeUnknown(name: string, place = ''): string {
  const nearest = nearestName(name, SETTINGS);
  const help = nearest ? `Did you mean ${nearest}?` : 'docs/settings.md lists all settings.';
  return `${place}${name} is no setting of Kurir. ${help}`;
}

function exposed(path: string, lines: readonly EnvLine[]): string[] {
  const secret = lines.find(({ name, value }) => isSecretSetting(name, value));
  return secret
    ? [`Every user of this machine can read ${path}, which holds ${secret.name}: chmod 600 ${quoted(path)}`]
    : [];
}
