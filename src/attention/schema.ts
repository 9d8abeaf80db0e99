import { z } from 'zod';
import { NumberInTrouble } from '../devices/attention/attention.ts';
import { WebhookInTrouble } from '../webhooks/webhook.ts';

export const Attention = z
  .object({
    devices: z.array(NumberInTrouble).meta({
      description: 'Numbers that were connected and are not, or that cannot send everything, or soon cannot.',
    }),
    webhooks: z.array(WebhookInTrouble).meta({
      description: 'Webhooks that failures have disabled or are about to disable. Empty for agents.',
    }),
  })
  .meta({ id: 'Attention' });
