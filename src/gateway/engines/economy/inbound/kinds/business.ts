import type { proto } from 'baileys';
import { cut, MAX_ID } from '../../../../../platform/lib/text.ts';
import { isFields, jsonObject, listOf, MAX_LINE, MAX_NAME, textIn } from '../../../content-bounds.ts';
import type { Choice, ContentDetails, Order } from '../../../content-kinds.ts';
import { labelOf, orderText, placeText } from '../../../content-text.ts';
import type { Reading } from '../../../customer-content.ts';
import { humanText } from '../../../human-text.ts';
import { orderInButton, productOf } from './commerce.ts';

type Message<Name extends keyof proto.IMessage> = NonNullable<proto.IMessage[Name]>;
type Text = string | null | undefined;
type Structured = Message<'highlyStructuredMessage'>;
type Header = Pick<proto.IMessage, 'imageMessage' | 'videoMessage' | 'documentMessage' | 'locationMessage'>;

/** With the part that has the file. */
export type FileReading = Reading & { fileIn?: proto.IMessage };

/** Of a carousel. */
const MAX_CARDS = 10;
const MAX_BODY = 20_000;

interface Offer {
  /** For a form with texts at unusual places. */
  of: object;
  header?: Header | null | undefined;
  /** In their order. */
  lines: readonly Text[];
  choices: Iterable<Choice>;
  /** Such as a one-time code. */
  codes?: readonly string[];
  order?: Order | null;
}

/** Null without any text. */
function offerReading({ of, header, lines, choices, codes = [], order }: Offer): FileReading | null {
  const offered = listOf(choices);
  const media = mediaOf(header);
  const said = lines.filter(Boolean).join('\n') || humanText(of) || '';
  const more = [
    placeOf(header?.locationMessage),
    ...codes.filter((code) => !said.includes(code)),
    order && orderText(order),
  ];
  const body = cut([said, ...more].filter(Boolean).join('\n'), MAX_BODY);
  if (body === '' && !media) return null;
  const details: ContentDetails = {
    ...(offered.length > 0 && { kind: 'choices', choices: offered }),
    ...(order && { kind: 'order', note: said || null, order }),
  };
  return { ...(media && { type: media.type, fileIn: media.content }), body: body || null, details };
}

function mediaOf(header: Header | null | undefined) {
  const { imageMessage, videoMessage, documentMessage } = header ?? {};
  if (imageMessage) return { type: 'image', content: { imageMessage } } as const;
  if (videoMessage) return { type: 'video', content: { videoMessage } } as const;
  return documentMessage ? ({ type: 'document', content: { documentMessage } } as const) : null;
}

function placeOf(place: Header['locationMessage']): string | null {
  const { degreesLatitude: latitude, degreesLongitude: longitude, name, address } = place ?? {};
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  return placeText({ latitude, longitude, ...(name && { name }), ...(address && { address }) });
}

/** Null without a title. */
function choiceOf(told: Partial<Record<keyof Choice, unknown>>): Choice | null {
  const title = textIn(told.title, MAX_NAME);
  if (title === null) return null;
  return {
    title,
    description: textIn(told.description, MAX_NAME),
    id: textIn(told.id, MAX_ID),
    url: textIn(told.url),
    phone: textIn(told.phone, MAX_NAME),
  };
}

const choicesOf = (all: readonly (Partial<Record<keyof Choice, unknown>> | null)[]): Choice[] =>
  all.flatMap((told) => (told && choiceOf(told)) ?? []);

export function readButtons(message: Message<'buttonsMessage'>): FileReading | null {
  const { text, contentText, footerText, buttons } = message;
  const flows = (buttons ?? []).map(({ nativeFlowInfo }) => nativeFlowInfo);
  const menus = flows.flatMap((flow) => (flow ? buttonIn(flow.name, flow.paramsJson).choices : []));
  return offerReading({
    of: message,
    header: message,
    lines: [text, contentText, footerText],
    choices: [
      ...choicesOf(
        (buttons ?? []).map((each) => ({ title: each.buttonText?.displayText, id: each.buttonId })),
      ),
      ...menus,
    ],
  });
}

export function readList(message: Message<'listMessage'>): FileReading | null {
  const { title, description, footerText, buttonText, sections, productListInfo } = message;
  const rows = (sections ?? []).flatMap((section) => section.rows ?? []);
  const products = (productListInfo?.productSections ?? []).flatMap((section) => section.products ?? []);
  const offered = [
    ...rows.map((row) => ({ title: row.title, description: row.description, id: row.rowId })),
    ...products.map(({ productId }) => ({ title: productId, id: productId })),
  ];
  const lines = [title, description, footerText];
  return offerReading({
    of: message,
    lines: lines.some(Boolean) ? lines : [buttonText],
    choices: choicesOf(offered),
  });
}

export function readTemplate(message: Message<'templateMessage'>): FileReading | null {
  const hydrated = message.hydratedTemplate ?? message.hydratedFourRowTemplate;
  if (hydrated) return readHydrated(hydrated);
  const { interactiveMessageTemplate, fourRowTemplate: rows } = message;
  if (interactiveMessageTemplate) return readInteractive(interactiveMessageTemplate);
  if (!rows) return null;
  const buttons = (rows.buttons ?? []).map(({ quickReplyButton, urlButton, callButton }) => ({
    title: structuredText((quickReplyButton ?? urlButton ?? callButton)?.displayText),
    id: quickReplyButton?.id,
    url: structuredText(urlButton?.url),
    phone: structuredText(callButton?.phoneNumber),
  }));
  return offerReading({
    of: rows,
    header: rows,
    lines: [rows.highlyStructuredMessage, rows.content, rows.footer].map(structuredText),
    choices: choicesOf(buttons),
  });
}

function readHydrated(template: proto.Message.TemplateMessage.IHydratedFourRowTemplate): FileReading | null {
  const { hydratedTitleText, hydratedContentText, hydratedFooterText, hydratedButtons } = template;
  const buttons = (hydratedButtons ?? []).map(({ quickReplyButton, urlButton, callButton }) => ({
    title: (quickReplyButton ?? urlButton ?? callButton)?.displayText,
    id: quickReplyButton?.id,
    url: urlButton?.url,
    phone: callButton?.phoneNumber,
  }));
  return offerReading({
    of: template,
    header: template,
    lines: [hydratedTitleText, hydratedContentText, hydratedFooterText],
    choices: choicesOf(buttons),
  });
}

/** The sender or the phone fills the template. */
export function readStructured(message: Structured): FileReading | null {
  const filled = message.hydratedHsm && readTemplate(message.hydratedHsm);
  if (filled) return filled;
  const body = structuredText(message);
  return body ? { body } : null;
}

function structuredText(message: Structured | null | undefined): string | null {
  const { params, localizableParams, elementName } = message ?? {};
  const filled = params?.length ? params : (localizableParams ?? []).map((each) => each.default ?? '');
  return cut(filled.filter(Boolean).join('\n'), MAX_BODY) || textIn(elementName, MAX_NAME);
}

export function readInteractive(message: Message<'interactiveMessage'>): FileReading | null {
  const { header, body, footer, nativeFlowMessage, carouselMessage } = message;
  const buttons = (nativeFlowMessage?.buttons ?? []).map((each) =>
    buttonIn(each.name, each.buttonParamsJson),
  );
  const cards = (carouselMessage?.cards ?? [])
    .slice(0, MAX_CARDS)
    .flatMap((card) => readInteractive(card) ?? []);
  const product = header?.productMessage && productOf(header.productMessage);
  return offerReading({
    of: message,
    header,
    lines: [
      header?.title,
      header?.subtitle,
      product?.title,
      body?.text,
      footer?.text,
      ...cards.map(({ body: text }) => text),
    ],
    choices: [
      ...buttons.flatMap(({ choices }) => choices),
      ...cards.flatMap(({ details }) => details?.choices ?? []),
    ],
    codes: buttons.flatMap(({ code }) => code ?? []),
    order: buttons.find(({ order }) => order)?.order ?? null,
  });
}

interface Button {
  choices: Choice[];
  code?: string | null;
  order?: Order | null;
}

/** Parameters are JSON, by name. */
function buttonIn(name: Text, json: Text): Button {
  const params = jsonObject(json) ?? {};
  const rows = [params.sections]
    .flat()
    .flatMap((section) => (isFields(section) ? [section.rows] : []))
    .flat();
  if (rows.length > 0) return { choices: choicesOf(rows.map((row) => (isFields(row) ? row : null))) };
  const { display_text, flow_cta, title, button_text, id, url, link, phone_number } = params;
  const [label] = [display_text, flow_cta, title, button_text, labelOf(name ?? '')].flatMap(
    (each) => textIn(each, MAX_NAME) ?? [],
  );
  const choices = choicesOf([{ title: label, id, url: url ?? link, phone: phone_number }]);
  return { choices, code: textIn(params.copy_code, MAX_LINE), order: orderInButton(params) };
}
