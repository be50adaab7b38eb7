import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, CircleSlash, TicketPlus, Undo2, UserCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { MinimumStatus } from '@/features/booking/minimum/MinimumLine';
import { isPartHere } from '@/features/booking/tickets/arrived';
import { shortCode } from '@/features/booking/tickets/code';
import { partyText } from '@/features/booking/tickets/party-text';
import { QrCode } from '@/features/booking/tickets/QrCode';
import { ticketQr } from '@/features/booking/tickets/signed';
import { requestCheckIn } from '@/features/dock/check-in/queries';
import { formatReadAt } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { useNow } from '@/lib/hooks/use-now';
import { useWakeLock } from '@/lib/hooks/use-wake-lock';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { type Sale, saleKeys, statementQuery, undoSale } from './queries';
import { boards, partyOf } from './rules';
import { SendTicket } from './SendTicket';
import { TicketFacts } from './TicketFacts';

interface Props {
  userId: string;
  sale: Sale;
  onNext: () => void;
}

/** Shows the ticket of a sale for the guest to photograph. It is bright on dark, and the screen stays on. */
export function SoldTicket({ userId, sale, onNext }: Props) {
  const { t } = useLingui();
  useWakeLock();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const sold = sale.state === 'sold' && !sale.stopped;
  const due = formatMoney(sale.cash_due ?? 0, sale.currency_symbol);
  const card = sale.payment_method === 'card';
  const onTheDay = sale.pays === 'due';
  const sum = formatMoney(sale.total_price, sale.currency_symbol);
  const at = formatReadAt(Date.parse(sale.sold_at), sale.time_zone);
  return (
    <article className="on-night grid grid-cols-[minmax(0,1fr)] gap-5 rounded-xl bg-anil-900 p-[min(1.25rem,5vw)] text-white">
      <div className="flex flex-wrap items-center gap-3.5" role="status">
        <span className="grid size-14 flex-none place-items-center rounded-full bg-selva-300 text-anil-950 [&>svg]:size-8">
          {sold ? <Check aria-hidden="true" /> : <CircleSlash aria-hidden="true" />}
        </span>
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="nums text-2xl leading-7 font-extrabold outline-none">
            {sold
              ? onTheDay && sale.amount_due != null
                ? t`${sum} due in cash on the day`
                : card
                  ? t`${sum} paid by card`
                  : t`${sum} in cash`
              : sale.state === 'undone'
                ? t`You've voided the sale`
                : sale.stopped
                  ? t`The departure has been cancelled`
                  : t`This ticket was cancelled`}
          </h2>
          <p className="nums text-on-night-2">
            {sold
              ? t`Sold at ${at}`
              : sale.state === 'undone' && !card && !onTheDay
                ? t`Refund ${sum}`
                : sale.cash_due
                  ? t`Refund ${due}`
                  : null}
          </p>
        </div>
      </div>
      {sold && <Stub sale={sale} />}
      {sold && <SendTicket userId={userId} sale={sale} />}
      <Acts userId={userId} sale={sale} />
      <Button variant="paper" size="lg" block icon={<TicketPlus aria-hidden="true" />} onClick={onNext}>
        <Trans>Next sale</Trans>
      </Button>
    </article>
  );
}

function Stub({ sale }: { sale: Sale }) {
  const { t } = useLingui();
  const { data: statement = null } = useQuery(statementQuery(sale.token, sale.code));
  const { code, booking_id: id } = sale;
  const people = plural(sale.num_people, { one: '# person', other: '# people' });
  return (
    <div className="paper grid grid-cols-[minmax(0,1fr)] justify-items-center gap-1 rounded-xl bg-white p-[min(1rem,4vw)] text-center text-anil-900">
      {code && id && (
        <>
          <QrCode
            value={ticketQr({ id, statement }, code)}
            size={264}
            marginSize={1}
            className="h-auto w-full max-w-72"
          />
          <p className="font-mono text-lg font-bold tracking-[.08em]">{shortCode(code)}</p>
        </>
      )}
      <h3 className="font-title mt-2 max-w-full text-2xl leading-7 wrap-anywhere">{sale.title}</h3>
      <TicketFacts ticket={sale} people={people} />
      <MinimumStatus
        minimum={sale.minimum}
        timeZone={sale.time_zone}
        refundTo="guest"
        className="text-left text-inherit!"
      />
      {sale.guest_name && <p className="font-semibold wrap-anywhere">{t`For ${sale.guest_name}`}</p>}
    </div>
  );
}

/** Shows what can still be done with the sale, which is to check in or undo it. */
function Acts({ userId, sale }: { userId: string; sale: Sale }) {
  const { t } = useLingui();
  const now = useNow();
  const party = partyOf(sale);
  const client = useQueryClient();
  const key = saleKeys.one(userId, sale.sale_id);
  const [asked, setAsked] = useState(false);
  const voidSale = async () => {
    client.setQueryData(key, await undoSale(sale.sale_id));
    setAsked(false);
    await client.invalidateQueries({ queryKey: saleKeys.all(userId) });
  };
  const checkIn = useMutation({
    mutationFn: () => requestCheckIn(sale.booking_id ?? '', { action: 'checked_in' }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  const sum = formatMoney(sale.total_price, sale.currency_symbol);
  const canUndo = sale.undo_until !== null && now.getTime() < Date.parse(sale.undo_until);
  const canCheckIn = sale.state === 'sold' && !sale.stopped && sale.check_in_status === 'pending' && boards(sale, now);
  return (
    <div className="grid gap-3 empty:hidden">
      <FailureAlert error={checkIn.error} />
      {sale.check_in_status === 'checked_in' && (
        <p className="flex items-center justify-center gap-2 font-semibold">
          <UserCheck aria-hidden="true" className="size-5" />
          <Fresh>{isPartHere(party) ? partyText(party) : t`Checked in`}</Fresh>
        </p>
      )}
      {canCheckIn && (
        <Button
          variant="outline-night"
          block
          busy={checkIn.isPending}
          icon={<UserCheck aria-hidden="true" />}
          onClick={() => checkIn.mutate()}
        >
          <Trans>Check in now</Trans>
        </Button>
      )}
      {canUndo && (
        <Button variant="outline-night" block icon={<Undo2 aria-hidden="true" />} onClick={() => setAsked(true)}>
          <Trans>Void sale</Trans>
        </Button>
      )}
      <ConfirmDialog
        open={asked}
        onCancel={() => setAsked(false)}
        onConfirm={voidSale}
        title={<Trans>Void this sale?</Trans>}
        description={
          sale.pays === 'due' ? t`We'll release the seats.` : t`Refund ${sum} in cash. We'll release the seats.`
        }
        confirm={<Trans>Void sale</Trans>}
        keep={<Trans>Keep sale</Trans>}
      />
    </div>
  );
}
