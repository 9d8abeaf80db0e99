import { type proto, toNumber } from 'baileys';
import { amountIn } from '../../../amounts.ts';
import { isFields, jsonObject, listOf, MAX_LINE, MAX_NAME, textIn } from '../../../content-bounds.ts';
import type { Order, Payment, Product } from '../../../content-kinds.ts';
import type { Reading } from '../../../customer-content.ts';
import { humanText } from '../../../human-text.ts';
import { unwrap } from '../unwrap.ts';
import { isoOf, thousandths } from './values.ts';

type Message<Name extends keyof proto.IMessage> = NonNullable<proto.IMessage[Name]>;

/** Only the phone gets the items. */
export function readOrder(order: Message<'orderMessage'>): Reading {
  const { orderId, orderTitle, itemCount, totalAmount1000, totalCurrencyCode, message } = order;
  const read: Order = {
    id: textIn(orderId, MAX_NAME),
    title: textIn(orderTitle, MAX_NAME),
    items: [],
    item_count: itemCount ?? null,
    total: thousandths(totalAmount1000),
    currency: textIn(totalCurrencyCode, 10),
  };
  return { details: { kind: 'order', note: textIn(message), order: read } };
}

export function readProduct(message: Message<'productMessage'>): Reading {
  const note = [message.body, message.footer].filter(Boolean).join('\n');
  return { details: { kind: 'product', note: note || null, product: productOf(message) } };
}

export function productOf({ product, catalog }: Message<'productMessage'>): Product {
  return {
    id: textIn(product?.retailerId || product?.productId, MAX_NAME),
    catalog_id: null,
    title: textIn(product?.title || catalog?.title || humanText([product, catalog]), MAX_NAME),
    description: textIn(product?.description || catalog?.description),
    price: thousandths(product?.salePriceAmount1000 ?? product?.priceAmount1000),
    currency: textIn(product?.currencyCode, 10),
    url: textIn(product?.url || product?.signedUrl),
  };
}

/** An invoice, or the state of an order. Null: other parameters. */
export function orderInButton(params: Record<string, unknown>): Order | null {
  const { order, reference_id, total_amount } = params;
  if (!isFields(order) && !isFields(total_amount)) return null;
  const currency = textIn(params.currency, 10);
  const items = isFields(order) && Array.isArray(order.items) ? order.items.filter(isFields) : [];
  const read = items.map((item) => ({
    product_id: textIn(item.retailer_id ?? item.product_id, MAX_NAME),
    name: textIn(item.name, MAX_NAME),
    quantity: amountIn(item.quantity) ?? 1,
    price: moneyOf(item.sale_amount) ?? moneyOf(item.amount),
    currency,
  }));
  return {
    id: textIn(reference_id, MAX_NAME),
    title: null,
    items: listOf(read),
    item_count: read.length > 0 ? Math.round(read.reduce((sum, { quantity }) => sum + quantity, 0)) : null,
    total: moneyOf(total_amount),
    currency,
  };
}

function moneyOf(money: unknown): number | null {
  if (!isFields(money)) return null;
  return amountIn(money.value, amountIn(money.offset) || 1);
}

export function readPaymentRequest(request: Message<'requestPaymentMessage'>): Reading {
  const { amount, amount1000, currencyCodeIso4217, noteMessage, expiryTimestamp } = request;
  const money = amount?.value == null ? null : amountIn(toNumber(amount.value), amount.offset || 1);
  const currency = textIn(amount?.currencyCode || currencyCodeIso4217, 10);
  return paymentReading('request', {
    note: noteOf(noteMessage),
    amount: money ?? thousandths(amount1000),
    currency,
    expires_at: isoOf(expiryTimestamp),
  });
}

export function readPaymentSent({ noteMessage, transactionData }: Message<'sendPaymentMessage'>): Reading {
  const data = jsonObject(transactionData) ?? {};
  const currency = textIn(data.currency, 10);
  return paymentReading('payment', { note: noteOf(noteMessage), amount: moneyOf(data.amount), currency });
}

export const readPaymentInvite = ({ expiryTimestamp }: Message<'paymentInviteMessage'>): Reading =>
  paymentReading('setup', { expires_at: isoOf(expiryTimestamp) });

export const readInvoice = ({ note }: Message<'invoiceMessage'>): Reading =>
  paymentReading('invoice', { note: textIn(note) });

export function paymentReading(
  action: Payment['action'],
  { note = null, ...told }: Partial<Payment> & { note?: string | null } = {},
): Reading {
  const payment = { action, amount: null, currency: null, expires_at: null, ...told };
  return { details: { kind: 'payment', note, payment } };
}

function noteOf(message: proto.IMessage | null | undefined): string | null {
  const content = unwrap(message);
  return textIn(content?.conversation || content?.extendedTextMessage?.text, MAX_LINE);
}
