import { z } from 'zod';

/** What an event looks like on the wire; the bodies themselves are written by those who make the change, in its transaction. */
const common = {
  event_id: z.uuid().meta({
    description: 'The same in every delivery of the event. Ignore an id that you have seen.',
    examples: ['0b0e1b7e-4f0c-4d6c-9a53-2f8f3f6f7a10'],
  }),
  device_uuid: z.uuid().meta({
    description: 'The device of the event.',
    examples: ['6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d'],
  }),
  timestamp: z.iso.datetime().meta({
    description: 'Time of the event, UTC.',
    examples: ['2025-11-21T08:15:30.000Z'],
  }),
};

const waMessageId = z
  .string()
  .meta({ description: "The provider's id of the message.", examples: ['3EB0C767D097B7C7C5A1'] });

const MessageReceived = z
  .object({
    event: z.literal('message.received'),
    event_id: common.event_id,
    device_uuid: common.device_uuid,
    from: z.string().meta({
      description:
        "The sender: digits in international form, or the provider's id of a customer who hides the number.",
      examples: ['6281234567890'],
    }),
    type: z.enum(['text', 'image', 'document', 'audio', 'video']).meta({
      description:
        'A tapped button or list row arrives as `text` with its title. A sticker arrives as `image`. ' +
        'A location, a contact card or another type without a file arrives as readable `text`.',
      examples: ['text'],
    }),
    body: z
      .string()
      .nullable()
      .meta({
        description:
          'The text or the caption; the file name of a document without a caption; otherwise null.',
        examples: ['Halo'],
      }),
    wa_message_id: waMessageId,
    timestamp: common.timestamp,
  })
  .meta({ id: 'MessageReceivedEvent', description: 'A customer has sent a message.' });

const MessageStatusChanged = z
  .object({
    event: z.literal('message.status'),
    event_id: common.event_id,
    device_uuid: common.device_uuid,
    timestamp: common.timestamp,
    message_id: z.int().meta({ description: 'The `id` that POST /v1/messages returned.', examples: [1024] }),
    wa_message_id: waMessageId
      .nullable()
      .meta({ description: "The provider's id; null if the message failed before it was sent." }),
    status: z.enum(['sent', 'delivered', 'read', 'failed']).meta({
      description: 'Each status is reported at most once per message, in this order.',
      examples: ['delivered'],
    }),
    to: z.string().meta({ description: 'The recipient, digits only.', examples: ['6281234567890'] }),
    error: z
      .object({
        code: z.string().meta({ examples: ['device_released'] }),
        message: z.string().meta({ examples: ['The device was released.'] }),
      })
      .nullable()
      .meta({ description: 'Why the message failed; null for any other status.', examples: [null] }),
  })
  .meta({ id: 'MessageStatusEvent', description: 'An outbound message has a new status.' });

const DEVICE_STATES = z.enum(['provisioned', 'qr_pending', 'connected', 'disconnected', 'banned']);

const DeviceStatusChanged = z
  .object({
    event: z.literal('device.status'),
    event_id: common.event_id,
    device_uuid: common.device_uuid,
    timestamp: common.timestamp,
    status: DEVICE_STATES.meta({ description: 'New status.', examples: ['connected'] }),
    previous_status: DEVICE_STATES.nullable().meta({
      description: 'Previous status; null for a new device.',
      examples: ['qr_pending'],
    }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Reason of the change, if it is known.', examples: [null, 'logged_out'] }),
  })
  .meta({ id: 'DeviceStatusEvent', description: 'A device has a new status.' });

const WebhookTest = z
  .object({
    event: z.literal('webhook.test'),
    event_id: common.event_id,
    device_uuid: z.null().meta({ description: 'A test event has no device.', examples: [null] }),
    timestamp: common.timestamp,
  })
  .meta({
    id: 'WebhookTestEvent',
    description: 'A test of the endpoint. Kurir sends it only on request, to one webhook.',
  });

/** The body of each event, by its name. */
export const EVENT_BODIES = {
  'message.received': MessageReceived,
  'message.status': MessageStatusChanged,
  'device.status': DeviceStatusChanged,
  'webhook.test': WebhookTest,
};
