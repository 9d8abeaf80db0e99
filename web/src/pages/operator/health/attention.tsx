import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Section } from '../../../ui/card.tsx';
import { Table, Td } from '../../../ui/table.tsx';
import type { Health } from '../queries.ts';

/** Accounts with numbers or webhooks that need a person. */
export function AttentionTable({ accounts }: { accounts: Health['attention'] }) {
  const [t, format] = [useTexts('operator.health'), useFormat()];
  if (accounts.length === 0) return null;
  return (
    <Section title={t('attention')} lead={t('attentionLead')}>
      <Table aria-label={t('attention')} head={[t('account')]} numbers={[t('numbers'), t('deliveries')]}>
        {accounts.map(({ account_id, account, numbers, webhooks }) => (
          <tr key={account_id} className="relative hover:bg-hover">
            <Td className="max-w-60 truncate">
              <Link
                to="/operator/accounts/$accountId"
                params={{ accountId: String(account_id) }}
                className="after:absolute after:inset-0"
              >
                <bdi>{account}</bdi>
              </Link>
            </Td>
            <Td className="text-right tabular-nums">{format.number(numbers)}</Td>
            <Td className="text-right tabular-nums">{format.number(webhooks)}</Td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
