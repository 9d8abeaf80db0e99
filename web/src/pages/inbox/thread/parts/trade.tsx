import { Banknote, Package, ShoppingCart } from 'lucide-react';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import type { Message } from '../history.ts';
import { Line, Part, WebLink } from './part.tsx';

type Value<Name extends 'order' | 'product' | 'payment'> = NonNullable<Message[Name]>;

/** The items as on a receipt: how many of what, and the sum of each line. */
export function OrderPart({ order }: { order: Value<'order'> }) {
  const [t, format] = [useTexts('inbox.threadParts'), useFormat()];
  const { id, title, items, item_count, total, currency } = order;
  const named = id === null ? t('order') : t('orderNumber', { id });
  return (
    <Part icon={ShoppingCart} title={title === null ? named : `${named} · ${title}`}>
      {items.length === 0 && item_count !== null && <Line>{t('items', { count: item_count })}</Line>}
      <ul className="grid gap-1">
        {items.map(({ product_id, name, quantity, price, currency: of }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of an order never move
          <li key={index} className="flex items-baseline justify-between gap-4">
            <span className="min-w-0">
              <bdi>{name ?? product_id ?? t('itemWithoutName')}</bdi>
              <span className="block text-[13px] text-soft tabular-nums">
                {format.number(quantity)}
                {price !== null && ` × ${format.amount(price, of)}`}
              </span>
            </span>
            {price !== null && (
              <span className="shrink-0 tabular-nums">{format.amount(quantity * price, of)}</span>
            )}
          </li>
        ))}
      </ul>
      {total !== null && (
        <div className="flex justify-between gap-4 border-t border-line pt-1 font-medium tabular-nums">
          <span>{t('total')}</span>
          <span>{format.amount(total, currency)}</span>
        </div>
      )}
      {items.length === 0 && id !== null && <Line>{t('itemsOnPhone')}</Line>}
    </Part>
  );
}

export function ProductPart({ product }: { product: Value<'product'> }) {
  const [t, format] = [useTexts('inbox.threadParts'), useFormat()];
  const { id, title, description, price, currency, url } = product;
  return (
    <Part icon={Package} title={title ?? id ?? t('product')}>
      {price !== null && <Line>{format.amount(price, currency)}</Line>}
      <Line>{description}</Line>
      {title !== null && <Line>{id}</Line>}
      <WebLink url={url} label={t('openPage')} />
    </Part>
  );
}

export function PaymentPart({ payment }: { payment: Value<'payment'> }) {
  const [t, format] = [useTexts('inbox.threadParts'), useFormat()];
  const { action, amount, currency, expires_at } = payment;
  return (
    <Part icon={Banknote} title={t(`payment_${action}`)}>
      {amount !== null && <Line>{format.amount(amount, currency)}</Line>}
      {expires_at !== null && <Line>{t('until', { time: format.full(expires_at) })}</Line>}
    </Part>
  );
}
