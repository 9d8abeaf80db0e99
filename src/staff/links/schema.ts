import { z } from 'zod';
import { apiString } from '../../lib/text.ts';
import { givenCode, givenPassword } from '../passwords/given.ts';
import { userName } from '../staff-name.ts';

/** Body of POST /app/api/links/accept. */
export const AcceptLink = z
  .object({
    token: apiString()
      .min(1)
      .max(100)
      .meta({
        description: 'The part of the link behind `#`.',
        examples: ['3vJ1cQq0Zp0m1k5v8o2dWm3rT6y9uB4xE7hKpNsQwZc'],
      }),
    password: givenPassword('The new password.'),
    name: userName()
      .optional()
      .meta({ description: 'Name in conversations. Otherwise it stays.', examples: ['Ani'] }),
    code: givenCode(),
  })
  .meta({ id: 'AcceptLink' });
export type AcceptLink = z.infer<typeof AcceptLink>;
