import { CONTACT_OPTED_IN, CONTACT_OPTED_OUT } from '../../gateway/broadcasts/opt-outs/events.ts';
import { DEVICE_STATUS } from '../../gateway/devices/events.ts';
import {
  MESSAGE_DELETED,
  MESSAGE_EDITED,
  MESSAGE_MEDIA,
  MESSAGE_REACTION,
  MESSAGE_RECEIVED,
  MESSAGE_STATUS,
} from '../../gateway/messages/events.ts';
import { WEBHOOK_TEST } from '../../gateway/webhooks/events.ts';
import { CONVERSATION_RATED, CONVERSATION_UPDATED } from '../../inbox/conversations/events.ts';

/** In the order of the reference. */
export const EVENTS = [
  MESSAGE_RECEIVED,
  MESSAGE_STATUS,
  DEVICE_STATUS,
  MESSAGE_MEDIA,
  MESSAGE_REACTION,
  MESSAGE_EDITED,
  MESSAGE_DELETED,
  CONVERSATION_UPDATED,
  CONVERSATION_RATED,
  CONTACT_OPTED_OUT,
  CONTACT_OPTED_IN,
  WEBHOOK_TEST,
];
