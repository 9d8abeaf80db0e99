import { z } from 'zod';
import { apiString } from '../../../platform/lib/text.ts';
import { givenPassword } from '../passwords/given.ts';

const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
const MAX_CODE = 100;

const code = apiString().min(1).max(MAX_CODE);
const anyCode = code.meta({
  description: 'Code of the app, or a recovery code.',
  examples: ['123456'],
});

/** An open page must change nothing. */
const password = givenPassword('The password of the user.');

export const BeginFactor = z.object({ password }).meta({ id: 'BeginSecondFactor' });

export const ConfirmFactor = z
  .object({ code: code.meta({ description: 'The code that the app shows.', examples: ['123456'] }) })
  .meta({ id: 'ConfirmSecondFactor' });

export const ProveFactor = z.object({ password, code: anyCode }).meta({ id: 'ProveSecondFactor' });

export const FactorState = z
  .object({
    enabled: z.boolean().meta({ description: 'Whether a log-in needs a code.', examples: [true] }),
    confirmed_at: z
      .string()
      .nullable()
      .meta({ format: 'date-time', description: 'When the first code came.', examples: [EXAMPLE_TIME] }),
    recovery_codes: z
      .int()
      .meta({ description: 'Number of the recovery codes that are left.', examples: [10] }),
  })
  .meta({ id: 'SecondFactor' });

export const NewFactor = z
  .object({
    secret: z.string().meta({
      description: 'To type into an app without a camera.',
      examples: ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
    }),
    uri: z.string().meta({
      description: 'What the QR says.',
      examples: ['otpauth://totp/Kurir:ani%40toko.example?issuer=Kurir&secret=GEZDGNBVGY3TQOJQ'],
    }),
    qr_png: z.string().meta({
      description: 'The QR as a data URL, for an authenticator app.',
      examples: ['data:image/png;base64,iVBORw0KGgo='],
    }),
  })
  .meta({ id: 'NewSecondFactor' });

export const RecoveryCodes = z
  .object({
    recovery_codes: z.array(z.string()).meta({
      description: 'Each works once in place of a code. Only this answer has them.',
      examples: [['0123-4567-89ab-cdef']],
    }),
  })
  .meta({ id: 'RecoveryCodes' });
