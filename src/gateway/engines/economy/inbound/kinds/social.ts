import { proto, toNumber } from 'baileys';
import { MAX_LINE, MAX_NAME, readList, textIn } from '../../../content-bounds.ts';
import type { Call, Invite } from '../../../content-kinds.ts';
import { placeText } from '../../../content-text.ts';
import type { Reading } from '../../../customer-content.ts';
import { readCard } from '../contact-card.ts';
import { isoOf, isoOfMs, type Whole } from './values.ts';

type Message<Name extends keyof proto.IMessage> = NonNullable<proto.IMessage[Name]>;
type Place = Partial<Message<'locationMessage'> & Message<'liveLocationMessage'>>;

export function readPlace(place: Place, isLive: boolean): Reading {
  const { degreesLatitude: latitude, degreesLongitude: longitude } = place;
  const note = textIn(place.caption) ?? textIn(place.comment);
  const [name, address] = [textIn(place.name, MAX_NAME), textIn(place.address)];
  if (!isDegrees(latitude, 90) || !isDegrees(longitude, 180))
    return { body: [note, name, address].filter(Boolean).join('\n') || 'Location' };
  const where = { latitude, longitude, ...(name && { name }), ...(address && { address }) };
  const location = isLive || place.isLive ? { ...where, live: true } : where;
  return { details: { kind: 'location', note, location } };
}

const isDegrees = (degrees: unknown, max: number): degrees is number =>
  typeof degrees === 'number' && Math.abs(degrees) <= max;

/** The text of the array of cards is only their number. */
export function readCards(cards: readonly proto.Message.IContactMessage[]): Reading {
  return { details: { kind: 'contacts', note: null, contacts: readList(cards, readCard) } };
}

export function readPoll({ name, options }: Message<'pollCreationMessage'>): Reading {
  return pollReading(
    name,
    (options ?? []).map(({ optionName }) => optionName ?? ''),
  );
}

export function readPollResult({ name, pollVotes }: Message<'pollResultSnapshotMessage'>): Reading {
  const counted = (pollVotes ?? []).map(
    ({ optionName, optionVoteCount }) => `${optionName ?? ''}: ${toNumber(optionVoteCount)}`,
  );
  return pollReading(name, counted);
}

const MAX_OPTIONS = 20;

function pollReading(name: string | null | undefined, options: readonly string[]): Reading {
  const kept = options.slice(0, MAX_OPTIONS).map((option) => textIn(option, MAX_NAME) ?? '');
  return {
    details: { kind: 'poll', note: null, poll: { name: textIn(name, MAX_LINE) ?? '', options: kept } },
  };
}

export function readEvent(message: Message<'eventMessage'>): Reading {
  const { name, description, location, joinLink, startTime, endTime, isCanceled } = message;
  const event = {
    name: textIn(name, MAX_NAME),
    description: textIn(description),
    place: textIn(placeOf(location)),
    link: textIn(joinLink),
    starts_at: isoOf(startTime),
    ends_at: isoOf(endTime),
    cancelled: isCanceled === true,
  };
  return { details: { kind: 'event', note: null, event } };
}

function placeOf(location: Place | null | undefined): string | null {
  const { name, address, comment, degreesLatitude: latitude, degreesLongitude: longitude } = location ?? {};
  const named = [name, address, comment].filter(Boolean).join(', ');
  const isPlace =
    isDegrees(latitude, 90) && isDegrees(longitude, 180) && !(latitude === 0 && longitude === 0);
  return named || (isPlace ? placeText({ latitude, longitude }) : null);
}

interface Invitation {
  name: string | null | undefined;
  caption?: string | null | undefined;
  code?: string | null | undefined;
  expires?: Whole;
}

export function inviteReading(to: Invite['to'], { name, caption, code, expires }: Invitation): Reading {
  const invite = {
    to,
    name: textIn(name, MAX_NAME),
    code: textIn(code, MAX_NAME),
    expires_at: isoOf(expires),
  };
  return { details: { kind: 'invite', note: textIn(caption), invite } };
}

export function readStickerPack(pack: Message<'stickerPackMessage'>): Reading {
  const { name, publisher, stickers, caption, packDescription } = pack;
  const sticker_pack = {
    name: textIn(name, MAX_NAME),
    publisher: textIn(publisher, MAX_NAME),
    stickers: stickers?.length ?? 0,
  };
  return { details: { kind: 'sticker_pack', note: textIn(caption || packDescription), sticker_pack } };
}

const { CONNECTED, ACCEPTED_ELSEWHERE, ONGOING } = proto.Message.CallLogMessage.CallOutcome;
const TALKED: readonly unknown[] = [CONNECTED, ACCEPTED_ELSEWHERE, ONGOING];

export function readCallLog({ isVideo, callOutcome, durationSecs }: Message<'callLogMesssage'>): Reading {
  const isMade = TALKED.includes(callOutcome ?? CONNECTED);
  const seconds = durationSecs == null ? 0 : toNumber(durationSecs);
  return callReading({
    action: isMade ? 'made' : 'missed',
    video: isVideo === true,
    ...(isMade && seconds > 0 && { seconds }),
  });
}

export function readPlannedCall(call: Message<'scheduledCallCreationMessage'>): Reading {
  const { title, callType, scheduledTimestampMs } = call;
  return callReading({
    action: 'planned',
    video: callType === proto.Message.ScheduledCallCreationMessage.CallType.VIDEO,
    title: textIn(title, MAX_NAME),
    starts_at: isoOfMs(scheduledTimestampMs),
  });
}

export function readCallMessage({ caption, mediaType }: Message<'bcallMessage'>): Reading {
  const video = mediaType === proto.Message.BCallMessage.MediaType.VIDEO;
  return callReading({ action: 'message', video }, textIn(caption));
}

export function callReading(told: Partial<Call> & Pick<Call, 'action'>, note: string | null = null): Reading {
  const call = { video: false, title: null, starts_at: null, seconds: null, ...told };
  return { details: { kind: 'call', note, call } };
}
