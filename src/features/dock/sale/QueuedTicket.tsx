import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check, TicketPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type QueuedSale, saleNumber } from '@/features/dock/offline/sale';
import { formatReadAt } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { TicketFacts } from './TicketFacts';

/**
 * Shows the ticket of an offline sale. The reserved seats belong to the guest, and the code appears once the sale
 * is sent.
 */
export function QueuedTicket({ queued, onNext }: { queued: QueuedSale; onNext: () => void }) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { sale, shown } = queued;
  const sum = formatMoney(sale.amount, shown.currency_symbol);
  const at = formatReadAt(Date.parse(sale.sold_at), shown.time_zone);
  const people = plural(sale.num_people, { one: '# person', other: '# people' });
  const number = saleNumber(queued);
  return (
    <article className="on-night grid grid-cols-[minmax(0,1fr)] gap-5 rounded-xl bg-anil-900 p-[min(1.25rem,5vw)] text-white">
      <div className="flex flex-wrap items-center gap-3.5" role="status">
        <span className="grid size-14 flex-none place-items-center rounded-full bg-selva-300 text-anil-950 [&>svg]:size-8">
          <Check aria-hidden="true" />
        </span>
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="nums text-2xl leading-7 font-extrabold outline-none">
            {t`${sum} in cash`}
          </h2>
          <p className="nums text-on-night-2">{t`Sold at ${at}`}</p>
        </div>
      </div>
      <div className="paper grid grid-cols-[minmax(0,1fr)] justify-items-center gap-1 rounded-xl bg-white p-[min(1rem,4vw)] text-center text-anil-900">
        <p className="text-xl font-extrabold">
          <Trans>Not sent yet</Trans>
        </p>
        <p>
          <Trans>The seats are theirs. The ticket's code arrives when this phone has a signal again.</Trans>
        </p>
        <h3 className="font-title mt-2 max-w-full text-2xl leading-7 wrap-anywhere">{shown.title}</h3>
        <TicketFacts
          ticket={{ service_date: sale.service_date, start_time: shown.start_time, time_zone: shown.time_zone }}
          people={people}
        />
        <p className="font-mono text-lg font-bold tracking-[.08em]">{number}</p>
        <p className="text-sm">
          <Trans>Tell them this number. Until the sale is sent, this phone's scanner finds it by that number.</Trans>
        </p>
      </div>
      <Button variant="paper" size="lg" block icon={<TicketPlus aria-hidden="true" />} onClick={onNext}>
        <Trans>Next sale</Trans>
      </Button>
    </article>
  );
}
