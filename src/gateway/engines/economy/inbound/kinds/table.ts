import type { proto } from 'baileys';
import { type Reading, UNSUPPORTED_BODY } from '../../../customer-content.ts';
import { humanText } from '../../../human-text.ts';
import {
  type FileReading,
  readButtons,
  readInteractive,
  readList,
  readStructured,
  readTemplate,
} from './business.ts';
import {
  paymentReading,
  productOf,
  readInvoice,
  readOrder,
  readPaymentInvite,
  readPaymentRequest,
  readPaymentSent,
  readProduct,
} from './commerce.ts';
import { readInteractiveReply, tapReading } from './replies.ts';
import {
  callReading,
  inviteReading,
  readCallLog,
  readCallMessage,
  readCards,
  readEvent,
  readPlace,
  readPlannedCall,
  readPoll,
  readPollResult,
  readStickerPack,
} from './social.ts';

type Content = proto.IMessage;
type Reader<Part> = (part: NonNullable<Part>) => FileReading | null;
/** `none`: no content of a person. `wrapper`: opened by `unwrap`, unless empty. */
type Row<Part> = Reader<Part> | 'none' | 'wrapper';

const written = (text: string | null | undefined): Reading | null => (text ? { body: text } : null);

/** A new kind of the protocol does not compile without its row. */
const TABLE: { readonly [Name in keyof Required<Content>]: Row<Content[Name]> } = {
  // What people write.
  conversation: written,
  extendedTextMessage: readExtendedText,
  imageMessage: (part) => ({ type: 'image', body: part.caption, fileIn: { imageMessage: part } }),
  videoMessage: (part) => ({ type: 'video', body: part.caption, fileIn: { videoMessage: part } }),
  ptvMessage: (part) => ({ type: 'video', body: part.caption, fileIn: { videoMessage: part } }),
  audioMessage: (part) => ({ type: 'audio', fileIn: { audioMessage: part } }),
  documentMessage: (part) => ({
    type: 'document',
    body: part.caption || part.fileName || part.title,
    fileIn: { documentMessage: part },
  }),
  stickerMessage: (part) => ({
    type: 'image',
    fileIn: { stickerMessage: part },
    details: { kind: 'sticker', sticker: { animated: part.isAnimated === true || part.isLottie === true } },
  }),
  stickerPackMessage: readStickerPack,
  contactMessage: (part) => readCards([part]),
  contactsArrayMessage: ({ contacts }) => (contacts?.length ? readCards(contacts) : null),
  locationMessage: (part) => readPlace(part, false),
  liveLocationMessage: (part) => readPlace(part, true),
  pollCreationMessage: readPoll,
  pollCreationMessageV2: readPoll,
  pollCreationMessageV3: readPoll,
  pollCreationMessageV5: readPoll,
  pollResultSnapshotMessage: readPollResult,
  pollResultSnapshotMessageV3: readPollResult,
  eventMessage: readEvent,
  groupInviteMessage: ({ groupName: name, caption, inviteCode: code, inviteExpiration: expires }) =>
    inviteReading('group', { name, caption, code, expires }),
  newsletterFollowerInviteMessageV2: ({ newsletterName: name, caption }) =>
    inviteReading('channel', { name, caption }),
  newsletterAdminInviteMessage: ({ newsletterName: name, caption, inviteExpiration: expires }) =>
    inviteReading('channel_admin', { name, caption, expires }),
  callLogMesssage: readCallLog,
  scheduledCallCreationMessage: readPlannedCall,
  scheduledCallEditMessage: () => callReading({ action: 'cancelled' }),
  bcallMessage: readCallMessage,
  requestPhoneNumberMessage: () => ({ details: { kind: 'phone_request', note: null } }),
  statusQuestionAnswerMessage: ({ text }) => written(text),
  questionResponseMessage: ({ text }) => written(text),
  statusQuotedMessage: ({ text }) => written(text),

  // Taps, and answers of forms.
  buttonsResponseMessage: (part) => tapReading(part.selectedDisplayText, part.selectedButtonId),
  listResponseMessage: (part) => tapReading(part.title, part.singleSelectReply?.selectedRowId),
  templateButtonReplyMessage: (part) => tapReading(part.selectedDisplayText, part.selectedId),
  interactiveResponseMessage: readInteractiveReply,

  // Trade.
  orderMessage: readOrder,
  productMessage: readProduct,
  sendPaymentMessage: readPaymentSent,
  requestPaymentMessage: readPaymentRequest,
  declinePaymentRequestMessage: () => paymentReading('declined'),
  cancelPaymentRequestMessage: () => paymentReading('cancelled'),
  paymentInviteMessage: readPaymentInvite,
  invoiceMessage: readInvoice,

  // Messages of other businesses.
  templateMessage: readTemplate,
  highlyStructuredMessage: readStructured,
  buttonsMessage: readButtons,
  listMessage: readList,
  interactiveMessage: readInteractive,
  richResponseMessage: ({ submessages }) =>
    written(submessages?.flatMap(({ messageText }) => messageText || []).join('\n')),
  placeholderMessage: () => ({ details: { kind: 'phone_only', note: null } }),

  // With the message inside.
  ephemeralMessage: 'wrapper',
  viewOnceMessage: 'wrapper',
  viewOnceMessageV2: 'wrapper',
  viewOnceMessageV2Extension: 'wrapper',
  documentWithCaptionMessage: 'wrapper',
  editedMessage: 'wrapper',
  commentMessage: 'wrapper',
  lottieStickerMessage: 'wrapper',
  pollCreationMessageV4: 'wrapper',
  pollCreationOptionImageMessage: 'wrapper',
  eventCoverImage: 'wrapper',
  associatedChildMessage: 'wrapper',
  groupMentionedMessage: 'wrapper',
  groupStatusMessage: 'wrapper',
  groupStatusMessageV2: 'wrapper',
  statusAddYours: 'wrapper',
  questionMessage: 'wrapper',
  questionReplyMessage: 'wrapper',
  botInvokeMessage: 'wrapper',
  botTaskMessage: 'wrapper',
  botForwardedMessage: 'wrapper',
  limitSharingMessage: 'wrapper',
  statusMentionMessage: 'wrapper',
  groupStatusMentionMessage: 'wrapper',

  // Changes of messages, and messages between machines.
  reactionMessage: 'none',
  encReactionMessage: 'none',
  pollUpdateMessage: 'none',
  keepInChatMessage: 'none',
  pinInChatMessage: 'none',
  protocolMessage: 'none',
  secretEncryptedMessage: 'none',
  encCommentMessage: 'none',
  encEventResponseMessage: 'none',
  statusStickerInteractionMessage: 'none',
  statusNotificationMessage: 'none',
  senderKeyDistributionMessage: 'none',
  fastRatchetKeySenderKeyDistributionMessage: 'none',
  messageContextInfo: 'none',
  deviceSentMessage: 'none',
  stickerSyncRmrMessage: 'none',
  messageHistoryBundle: 'none',
  messageHistoryNotice: 'none',
  // Its pictures follow as messages.
  albumMessage: 'none',
  // The ring of a call.
  call: 'none',
  chat: 'none',
};

const isKnown = (name: string): name is keyof typeof TABLE => Object.hasOwn(TABLE, name);

/** The first part with words. Null without content of a person. */
export function readingOf(content: Content): FileReading | null {
  const { conversation, extendedTextMessage: text } = content;
  if (conversation) return { body: conversation };
  if (text?.text) return readExtendedText(text);
  let unknown: Reading | null = null;
  for (const [name, part] of Object.entries(content)) {
    const row = isKnown(name) ? TABLE[name] : null;
    if (part == null || typeof row === 'string') continue;
    const reading = (row as Reader<unknown> | null)?.(part);
    if (reading) return reading;
    if (!unknown || unknown.body === UNSUPPORTED_BODY) unknown = unknownReading(name, part);
  }
  return unknown;
}

function unknownReading(name: string, part: unknown): Reading {
  return { body: humanText(part) ?? UNSUPPORTED_BODY, details: { kind: 'unknown', unknown: { name } } };
}

/** Some texts are about a quoted product. */
function readExtendedText(part: NonNullable<Content['extendedTextMessage']>): Reading | null {
  const asked = part.contextInfo?.quotedMessage?.productMessage;
  if (!part.text || !asked) return written(part.text);
  return { details: { note: part.text, product: productOf(asked) } };
}
