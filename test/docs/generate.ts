import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { definitionSchema } from '../../src/assistant/flows/definition/json-schema.ts';
import { renderApiTypes } from './api-types.ts';
import { renderEmoji } from './emoji.ts';
import { renderErrorCodes } from './error-codes.ts';
import { renderFormLimits } from './limits-of-forms.ts';
import { readReference } from './reference.ts';
import { listSettings, renderEnvExample, renderSettingsPage } from './settings.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The files that are written by a program, and their contents. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const [settings, reference] = [listSettings(), await readReference()];
  const staffReference = await readReference('staff');
  return {
    'docs/settings.md': renderSettingsPage(settings),
    '.env.example': renderEnvExample(settings),
    'docs/openapi.json': `${JSON.stringify(reference, null, 2)}\n`,
    ...renderEmoji(),
    'web/src/api/schema.ts': await renderApiTypes(staffReference),
    'web/src/api/limits.ts': renderFormLimits(staffReference),
    'docs/error-codes.md': renderErrorCodes(reference),
    'docs/flow.schema.json': `${JSON.stringify(definitionSchema(), null, 2)}\n`,
  };
}

type Files = Record<string, string>;

/** One line for each generated file that is not what the sources say; empty when all are up to date. */
export async function findStale(root = ROOT, files?: Files): Promise<string[]> {
  const problems = await Promise.all(
    Object.entries(files ?? (await generatedFiles())).map(async ([file, expected]) => {
      const found = await readFile(root + file, 'utf8').catch(() => null);
      return found === expected ? [] : [`${file}: not up to date; run \`npm run docs\``];
    }),
  );
  return problems.flat();
}

/** Writes every generated file. */
export async function generate(root = ROOT, files?: Files): Promise<void> {
  for (const [file, text] of Object.entries(files ?? (await generatedFiles()))) {
    await mkdir(dirname(root + file), { recursive: true });
    await writeFile(root + file, text);
  }
}

if (import.meta.main) await generate();
