import { z } from 'zod';
import { CapInTrouble } from '../../gateway/costs/cap/cap.ts';
import { NumberInTrouble } from '../../gateway/devices/attention/attention.ts';
import { WebhookInTrouble } from '../../gateway/webhooks/webhook.ts';

export const Attention = z
  .object({
    devices: z.array(NumberInTrouble).meta({
      description: 'Numbers that were connected and are not, or that cannot send everything, or soon cannot.',
    }),
    webhooks: z.array(WebhookInTrouble).meta({
      description: 'Webhooks that failures have disabled or are about to disable. Empty for agents.',
    }),
    cost_cap: CapInTrouble.nullable().meta({
      description:
        'The cap of the month, once it is nearly reached. Null: it is not, or the user is an agent.',
    }),
  })
  .meta({ id: 'Attention' });
