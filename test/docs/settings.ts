import { z } from 'zod';
import { Settings } from '../../src/config.ts';

/** One setting as the pages show it. `value` says what is accepted; `default` is null when unset means something of its own. */
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

/** Every setting of the gateway in the order of the schema. Throws when one has no description. */
export function listSettings(schema: z.ZodObject = Settings): Setting[] {
  // The input side: what a person writes, before lists are split and numbers are read.
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

Kurir reads its settings from the environment, once, when it starts. A wrong one stops the start and is named, all of them at once.
This page is generated from \`src/config.ts\` by \`npm run docs\`.

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
  return `# Settings of Kurir with their defaults, generated from src/config.ts by \`npm run docs\`; docs/settings.md explains them.
# No file is read by itself: copy what you change to .env, then \`set -a; . ./.env; set +a; npm start\`.

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
