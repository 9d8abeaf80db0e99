import { z } from 'zod';
import { requiredString } from '../../../platform/lib/text.ts';
import { time } from '../schema.ts';

/** Of an account. */
export const MAX_SECRETS = 50;
const MAX_VALUE = 500;

export const SecretParams = z.object({
  name: z.string().meta({
    description: 'Headers of requests use it as `{{secret.NAME}}`. 1 to 40 characters: a-z, 0-9 and _.',
    examples: ['shop_key'],
  }),
});

export const SetSecret = z
  .object({
    value: requiredString(MAX_VALUE)
      .regex(/^[\x20-\x7e]*$/, 'must be one line of ASCII')
      .meta({
        description: 'One line of ASCII. Kept encrypted, and never shown.',
        pattern: '^[ -~]*[!-~][ -~]*$',
        examples: ['s3cret'],
      }),
  })
  .meta({ id: 'SetFlowSecret' });

export const Secret = z
  .object({
    name: z.string().meta({ examples: ['shop_key'] }),
    updated_at: time('When it was set.'),
  })
  .meta({ id: 'FlowSecret' });
export type Secret = z.infer<typeof Secret>;

export const SecretList = z
  .object({ data: z.array(Secret).meta({ description: 'In alphabetical order.' }) })
  .meta({ id: 'FlowSecretList' });
