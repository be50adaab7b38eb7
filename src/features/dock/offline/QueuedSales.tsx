import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CloudUpload } from 'lucide-react';
import { messageInBrief, messageOfCode } from '@/lib/api/error-messages';
import { formatReadAt } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { useOnline } from '@/lib/offline/use-online';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { dismiss, useSales } from './queue';
import type { QueuedSale } from './sale';
import type { useSending } from './use-sending';

/** Lists offline sales: those that weren't sent yet, and refused ones until someone has read them. */
export function QueuedSales({ sending }: { sending: ReturnType<typeof useSending> }) {
  const online = useOnline();
  const sales = useSales();
  const waiting = sales.filter(({ state }) => state === 'waiting').length;
  const { failure, busy, send } = sending;
  const why = useFailureText(failure);
  const count = plural(waiting, { one: "# sale hasn't been sent yet", other: "# sales haven't been sent yet" });
  return (
    <>
      {waiting > 0 && (
        <Alert
          tone="warn"
          icon={<CloudUpload aria-hidden="true" />}
          action={
            online && (
              <Button size="sm" variant="ghost" busy={busy} onClick={() => void send()}>
                <Trans>Send now</Trans>
              </Button>
            )
          }
        >
          <p className="font-semibold">{count}</p>
          {why ? (
            <p key="why">{why}</p>
          ) : (
            <p key="when">
              <Trans>They are sent, and their tickets created, when you're back online.</Trans>
            </p>
          )}
        </Alert>
      )}
      {sales
        .filter(({ state }) => state === 'refused')
        .map((queued) => (
          <Refused key={queued.seq} queued={queued} />
        ))}
    </>
  );
}

/** The guest has paid but has no seat on the server, so the seller has to settle it with the guest and the desk. */
function Refused({ queued: { seq, sale, shown, code } }: { queued: QueuedSale }) {
  const { t, i18n } = useLingui();
  const why = messageOfCode[code ?? ''] ?? messageInBrief[code ?? ''] ?? messageOfCode.unknown;
  const { title } = shown;
  const people = plural(sale.num_people, { one: '# person', other: '# people' });
  const sum = formatMoney(sale.amount, shown.currency_symbol);
  const at = formatReadAt(Date.parse(sale.sold_at), shown.time_zone);
  return (
    <Alert
      tone="danger"
      action={
        <Button size="sm" variant="ghost" onClick={() => void dismiss(seq)}>
          <Trans>Mark as resolved</Trans>
        </Button>
      }
    >
      <p className="font-semibold wrap-anywhere">{t`Not booked: ${title}, ${people}, ${sum}, sold at ${at}`}</p>
      {why && <p>{i18n._(why)}</p>}
      <p>
        <Trans>
          The money isn't in any cash book. Refund it, or ask the desk to find seats. The desk also sees this report.
        </Trans>
      </p>
    </Alert>
  );
}
