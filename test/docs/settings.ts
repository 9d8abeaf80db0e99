import { z } from 'zod';
import { Settings } from '../../src/config.ts';

/** `value` says what is accepted. `default` is null when an unset variable has its own meaning. */
export interface Setting {
  name: string;
  value: string;
  default: string | null;
  description: string;
}

interface Property {
  description?: string;
  default?: unknown;
  type?: string;
  enum?: string[];
  format?: string;
  minimum?: number;
  maximum?: number;
}

/** Lists the settings in the order of the schema. Throws when one has no description. */
export function listSettings(schema: z.ZodObject = Settings): Setting[] {
  // The input side shows what a person writes, not what the program parses from it.
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties as Record<string, Property>).map(([name, property]) => {
    if (!property.description) throw new Error(`${name} has no description in src/config.ts`);
    return {
      name,
      value: describeValue(property),
      default: property.default === undefined ? null : String(property.default),
      description: property.description,
    };
  });
}

const ENV_FILE = `## The file .env
\`cp .env.example .env && chmod 600 .env\` creates it. Remove the \`#\` of each line that you change.

- \`./kurir\`, \`npx kurir\` and \`npm start\` read the file, from any folder. \`npm test\` never does.
- The environment wins over the file. An empty value means unset: \`DATABASE_URL= ./kurir status\` ignores
  the \`DATABASE_URL\` of the file.
- Each line is \`NAME=value\`. A value with a \`#\` needs quotes. Kurir does not expand \`$NAME\` and \`~\`.
  A wrong line stops the start, with its number.
- Relative paths begin at the folder of the file.
- Kurir warns when the file holds a secret and every user of the machine can read it.
- Kurir takes only its settings from the file. For another file, set \`KURIR_ENV_FILE\` in the environment.
`;

const PLACE = `## The installation of a command
A command works on the database of \`DATABASE_URL\`, otherwise on the data folder: \`KURIR_DATA_DIR\`, or
\`data\` in the current folder. Only \`start\` creates a new installation. In a folder without one, every other
command ends with \`No Kurir here\`, and creates nothing. With \`DATABASE_URL\` or \`KURIR_DATA_DIR\` it prepares
an empty database.

To call \`./kurir\` from any folder, name the installation once, in \`.env\`: \`KURIR_DATA_DIR=data\`. A link
such as \`ln -s "$PWD/kurir" ~/bin/kurir\` then also works everywhere.
`;

/** `docs/settings.md`. */
export function renderSettingsPage(settings: Setting[]): string {
  const rows = settings.map(
    ({ name, value, default: preset, description }) =>
      `| \`${name}\` | ${cell(value)} | ${preset ? `\`${preset}\`` : ''} | ${cell(description)} |`,
  );
  return `# Settings

Kurir reads its settings once, at start: from the environment, and from the file \`.env\` beside \`./kurir\`. If a
setting is wrong, Kurir does not start and lists all wrong settings. A misspelled name gets one warning, with the
nearest setting. This page is generated from \`src/config.ts\` by \`npm run docs\`.

| Name | Value | Default | Meaning |
|---|---|---|---|
${rows.join('\n')}

${ENV_FILE}
${PLACE}`;
}

/** `.env.example`. */
export function renderEnvExample(settings: Setting[]): string {
  // The file cannot name itself.
  const inFile = settings.filter(({ name }) => name !== 'KURIR_ENV_FILE');
  const blocks = inFile.map(
    ({ name, default: preset, description }) => `# ${description}\n#${name}=${preset ?? ''}\n`,
  );
  return `# The settings of Kurir with their defaults. docs/settings.md explains them.
# Copy this file to .env, and remove the # of the lines that you change: Kurir reads .env, not this file.
# Generated from src/config.ts by \`npm run docs\`.

${blocks.join('\n')}`;
}

function describeValue(property: Property): string {
  if (property.enum) return property.enum.map((item) => `\`${item}\``).join(', ');
  if (property.format === 'uri') return 'URL';
  if (property.type !== 'integer') return 'text';
  return `${property.minimum} to ${property.maximum}`;
}

/** A pipe would end the cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
