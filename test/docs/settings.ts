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

/** `docs/settings.md`. */
export function renderSettingsPage(settings: Setting[]): string {
  const rows = settings.map(
    ({ name, value, default: preset, description }) =>
      `| \`${name}\` | ${cell(value)} | ${preset ? `\`${preset}\`` : ''} | ${cell(description)} |`,
  );
  return `# Settings

Kurir reads its settings from the environment once, at start. If a setting is wrong, Kurir does not start and
lists all wrong settings. This page is generated from \`src/config.ts\` by \`npm run docs\`.

| Name | Value | Default | Meaning |
|---|---|---|---|
${rows.join('\n')}
`;
}

/** `.env.example`. */
export function renderEnvExample(settings: Setting[]): string {
  const blocks = settings.map(
    ({ name, default: preset, description }) => `# ${description}\n#${name}=${preset ?? ''}\n`,
  );
  return `# The settings of Kurir with their defaults. docs/settings.md explains them.
# Kurir does not read this file. Copy the lines that you change to .env, then run:
# set -a; . ./.env; set +a; npm start
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
