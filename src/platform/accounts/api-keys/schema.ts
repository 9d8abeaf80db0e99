import { z } from 'zod';
import { ACTORS } from '../../lib/actor.ts';
import { list } from '../../lib/list.ts';
import { canonicalNetwork } from '../../lib/networks.ts';
import { requiredString } from '../../lib/text.ts';
import { apiTime } from '../../lib/timestamp.ts';
import { MAX_ADDRESSES, SCOPES } from '../schema.ts';

/** Without revoked and expired ones. */
export const MAX_LIVING_KEYS = 100;
/** A creation deletes the oldest revoked and expired keys above this number. */
export const MAX_DEAD_KEYS = 100;

const EXAMPLE_USER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const ADDRESSES_EXAMPLE = [['203.0.113.7', '2001:db8::/32']];

const network = z
  .string()
  .transform((text, issues) => {
    const canonical = canonicalNetwork(text);
    if (canonical !== null) return canonical;
    issues.addIssue({
      code: 'custom',
      message: 'must be an IP address, or a network without host bits like 203.0.113.0/24',
    });
    return z.NEVER;
  })
  .meta({ pattern: '^[0-9A-Fa-f:.]+(/[0-9]{1,3})?$' });

const scope = z.enum(SCOPES).meta({
  description:
    '`full` allows everything, `send` sends messages and reads their status, `read` only reads. It does not read ' +
    'QR codes, keys and the audit log.',
  examples: ['send'],
});

/** Body of POST /v1/api-keys. */
export const CreateApiKey = z
  .object({
    name: requiredString().meta({ description: 'Name of the key, for people.', examples: ['Web shop'] }),
    scope,
    expires_at: apiTime('2099-01-01T00:00:00.000Z')
      .nullish()
      .meta({
        description:
          'Time from which the key is refused, not later than the expiry of the calling key. Absent or null: ' +
          'the expiry of the calling key.',
      }),
    allowed_addresses: list(network, { max: MAX_ADDRESSES })
      .transform((texts) => [...new Set(texts)])
      .nullish()
      .meta({
        description:
          `IP addresses and networks from which the key works, at most ${MAX_ADDRESSES}. Each must be inside an ` +
          'entry of the calling key, if that has a list. Absent, null or empty: the list of the calling key.',
        examples: ADDRESSES_EXAMPLE,
      }),
  })
  .meta({ id: 'CreateApiKey' });
export type CreateApiKey = z.infer<typeof CreateApiKey>;

const id = z
  .string()
  .meta({ description: 'Identifier of the key. It is no secret.', examples: ['4fGh7Kd0aZq'] });
const time = (description: string, example: string | null = null) =>
  z
    .string()
    .nullable()
    .meta({ format: 'date-time', description, examples: [example] });

const described = {
  id,
  name: z.string().meta({ description: 'Name of the key.', examples: ['Web shop'] }),
  scope,
  created_at: z.string().meta({ format: 'date-time', examples: ['2025-11-21T08:15:30.000Z'] }),
  expires_at: time('Time from which the key is refused; null without an end.'),
  allowed_addresses: z.array(z.string()).meta({
    description: 'IP addresses and networks from which the key works; empty means all.',
    examples: ADDRESSES_EXAMPLE,
  }),
};

export const ApiKeyCreated = z
  .object({
    ...described,
    api_key: z.string().meta({
      description: 'The key itself, shown only here.',
      pattern: '^kurir_[0-9A-Za-z]{11}_[0-9A-Za-z]{27}$',
      examples: ['kurir_4fGh7Kd0aZq_1Lm2No3Pq4Rs5Tu6Vw7Xy8Za9Bc'],
    }),
  })
  .meta({ id: 'ApiKeyCreated' });
export type ApiKeyCreated = z.infer<typeof ApiKeyCreated>;

const ApiKeyItem = z
  .object({
    ...described,
    revoked_at: time('Time of the revocation; null before it.'),
    last_used_at: time(
      'Time of the last call with this key, at most about a minute old; null before the first call.',
      '2025-11-21T09:02:11.000Z',
    ),
    last_used_address: z
      .string()
      .nullable()
      .meta({ description: 'IP address of this call.', examples: ['203.0.113.7'] }),
    created_by: z
      .object({
        type: z.enum(ACTORS).meta({ description: 'As in the audit log.', examples: ['user'] }),
        id: z
          .string()
          .nullable()
          .meta({
            description: 'The `id` of the key or the user; null for the other types.',
            examples: [EXAMPLE_USER],
          }),
      })
      .nullable()
      .meta({ description: 'Who made the key; null when it is not known any more.' }),
    user: z
      .object({
        id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_USER] }),
        name: z.string().meta({ examples: ['Ani'] }),
      })
      .nullable()
      .meta({ description: 'The user who made the key, or the key that made it; null without one.' }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyItem = z.infer<typeof ApiKeyItem>;

export const ApiKeyList = z.object({ data: z.array(ApiKeyItem) }).meta({ id: 'ApiKeyList' });

export const ApiKeyParams = z.object({
  id: z.string().meta({ description: 'The `id` of the key.', examples: ['4fGh7Kd0aZq'] }),
});

export const ApiKeyRevoked = z
  .object({
    id,
    revoked_at: z.string().meta({
      format: 'date-time',
      description: 'Time of the first revocation.',
      examples: ['2025-11-21T10:00:00.000Z'],
    }),
  })
  .meta({ id: 'ApiKeyRevoked' });
