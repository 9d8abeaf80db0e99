import { z } from 'zod';
import { DeviceItem } from '../devices/attention/attention.ts';
import { WebhookItem } from '../webhooks/webhook.ts';

export const Attention = z
  .object({
    devices: z.array(DeviceItem).meta({
      description: 'Numbers that were connected and are not, or that cannot send everything, or soon cannot.',
    }),
    webhooks: z.array(WebhookItem).meta({
      description: 'Webhooks that failures have disabled or are about to disable. Empty for agents.',
    }),
  })
  .meta({ id: 'Attention' });
