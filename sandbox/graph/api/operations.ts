import type { Cloud } from '../cloud.ts';
import type { Fault } from '../faults.ts';
import type { Json } from '../json.ts';
import { UPLOAD_LIFETIME_MS } from '../media/files.ts';
import { findMediaProblem, mediaTypeOf, mimeOf } from '../media/rules.ts';
import { mediaIdOfUrl } from '../media/signed-urls.ts';
import type { CloudNumber, NumberState } from '../records.ts';
import { acceptMessage } from '../sending/accept-message.ts';
import { optionalObject, requiredText } from '../sending/parameters.ts';
import type { MediaRow } from '../store.ts';
import { receiveUpload, startUpload } from '../templates/uploads.ts';
import { authenticate, type Caller } from './auth.ts';
import { GraphError, missingObject } from './graph-error.ts';
import { manage } from './management.ts';
import { countManagementCall, viewMedia, viewNumber, viewToken, visibleNumber } from './nodes.ts';
import { formBody, type GraphAnswer, type GraphRequest, jsonBody } from './request.ts';

const SEND_REFUSALS: Partial<Record<NumberState, number>> = {
  banned: 368,
  locked: 131031,
  restricted: 131048,
  unregistered: 133010,
};

/** Executes a call. Throws GraphError. */
export async function perform(
  cloud: Cloud,
  request: GraphRequest,
  fault: Fault | null,
): Promise<GraphAnswer> {
  const requestedNumber = cloud.numbers.get(request.id);
  const caller = authenticate(cloud, request.accessToken, requestedNumber);
  switch (request.call) {
    case 'messages':
    case 'mark_read':
      return operateMessages(cloud, request, caller, fault);
    case 'media_upload':
      return upload(cloud, request, caller);
    case 'media':
      return operateMedia(cloud, request, caller);
    case 'media_download':
      return download(cloud, request, caller);
    case 'debug_token':
      return { body: viewToken(cloud, inputToken(request)) };
    case 'phone_number': {
      const number = visibleNumber(requestedNumber, caller, request.id, request.method);
      countManagementCall(cloud, number);
      return { body: viewNumber(cloud, number, request.query.get('fields')) };
    }
    case 'upload_session':
      return { body: startUpload(cloud, request) };
    case 'upload_bytes':
      return receiveUpload(cloud, request);
    case 'message_templates':
    case 'management':
      return manage(cloud, request, caller);
    case 'statuses':
    case 'inbound':
      throw missingObject(request.id, request.method);
    default:
      return request.call satisfies never;
  }
}

async function operateMessages(
  cloud: Cloud,
  request: GraphRequest,
  caller: Caller,
  fault: Fault | null,
): Promise<GraphAnswer> {
  const number = sendingNumber(cloud, request, caller);
  const refusal = SEND_REFUSALS[number.data.state];
  if (refusal !== undefined) throw new GraphError(refusal);
  const body = jsonBody(request);
  if (request.call === 'mark_read') return markRead(cloud, number, body);
  const accepted = await acceptMessage(cloud, number, body, fault);
  return { body: accepted.body, messageId: accepted.messageId };
}

function sendingNumber(cloud: Cloud, request: GraphRequest, caller: Caller): CloudNumber {
  if (request.method !== 'POST') throw missingObject(request.id, request.method);
  const number = visibleNumber(cloud.numbers.get(request.id), caller, request.id, request.method);
  if (!caller.grantOf(number)?.scopes.includes('whatsapp_business_messaging')) throw new GraphError(10);
  return number;
}

async function markRead(cloud: Cloud, { data }: CloudNumber, body: Json): Promise<GraphAnswer> {
  if (body.messaging_product !== 'whatsapp')
    throw new GraphError(100, { message: '(#100) The parameter messaging_product is required.' });
  if (body.status !== 'read') throw new GraphError(100, { details: 'Param status must be one of {READ}' });
  const id = requiredText(body, 'message_id', 'message_id', {});
  const typing = optionalObject(body, 'typing_indicator', 'typing_indicator');
  if (typing && typing.type !== 'text')
    throw new GraphError(100, { details: "Param typing_indicator['type'] must be 'text'" });
  const message = cloud.store.findMessage(data.phone_number_id, id);
  if (message?.direction !== 'in') throw new GraphError(100, { details: `Message ID '${id}' is not known` });
  cloud.store.db.write(() => cloud.store.markRead(data.phone_number_id, message.peer, message.seq));
  await cloud.store.db.committed();
  return { body: { success: true } };
}

async function upload(cloud: Cloud, request: GraphRequest, caller: Caller): Promise<GraphAnswer> {
  const number = sendingNumber(cloud, request, caller);
  const form = await formBody(request);
  const file = form.get('file');
  if (form.get('messaging_product') !== 'whatsapp')
    throw new GraphError(100, { message: '(#100) The parameter messaging_product is required.' });
  if (!(file instanceof File))
    throw new GraphError(100, { message: '(#100) The parameter file is required.' });
  if (!form.get('type')) throw new GraphError(100, { message: '(#100) The parameter type is required.' });
  const kind = mediaTypeOf(file.type);
  if (!kind)
    throw new GraphError(100, {
      message:
        '(#100) Param file must be a file with one of the supported types. ' +
        `Received file of type '${mimeOf(file.type)}'.`,
    });
  const bytes = Buffer.from(await file.arrayBuffer());
  const refusal = findMediaProblem(kind, file.type, bytes, number.behaviour.media_check === 'strict');
  if (refusal) throw new GraphError(131053, { details: refusal });
  const media = await cloud.media.save({
    phoneNumberId: number.data.phone_number_id,
    mimeType: file.type,
    fileName: file.name,
    bytes,
    expiresAt: cloud.clock.now() + UPLOAD_LIFETIME_MS,
  });
  return { body: { id: media.media_id } };
}

async function operateMedia(cloud: Cloud, request: GraphRequest, caller: Caller): Promise<GraphAnswer> {
  const media = visibleMedia(cloud, request, caller, request.id);
  const asked = request.query.get('phone_number_id');
  if (asked !== null && asked !== media.phone_number_id) throw missingObject(request.id, request.method);
  if (request.method === 'GET') return { body: viewMedia(cloud, media) };
  if (request.method !== 'DELETE') throw missingObject(request.id, request.method);
  await cloud.media.delete(media);
  return { body: { success: true } };
}

/** Expired and forged URLs get a plain 404, as on the file hosts of the provider. */
async function download(cloud: Cloud, request: GraphRequest, caller: Caller): Promise<GraphAnswer> {
  const id = mediaIdOfUrl(cloud, request.query);
  if (id === null) throw new GraphError(100, { status: 404, message: 'The address has expired.' });
  const media = visibleMedia(cloud, request, caller, id);
  return { body: await cloud.media.read(media), contentType: media.mime_type };
}

function visibleMedia(cloud: Cloud, { method }: GraphRequest, caller: Caller, id: string): MediaRow {
  const media = cloud.media.find(id, cloud.clock.now());
  const number = media && cloud.numbers.get(media.phone_number_id);
  if (!media || !number || !caller.grantOf(number)) throw missingObject(id, method);
  return media;
}

function inputToken({ query, method, id }: GraphRequest): string {
  if (method !== 'GET') throw missingObject(id, method);
  const token = query.get('input_token');
  if (!token) throw new GraphError(100, { message: '(#100) The parameter input_token is required.' });
  return token;
}
