import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useImperativeHandle } from 'react';
import { z } from 'zod/mini';
import { checkInLabel } from '@/features/booking/tickets/labels';
import { bookingNow } from '@/features/dock/offline/decide';
import { salesIn, useReports, useWaiting } from '@/features/dock/offline/queue';
import { type ListedTicket, ticketsQuery } from '@/features/dock/offline/tickets';
import { isSignedOut } from '@/lib/api/errors';
import { storedUser } from '@/lib/api/session';
import { useNow } from '@/lib/hooks/use-now';
import { Button } from '@/ui/Button';
import { SignInLink } from '@/ui/feedback/SignInLink';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { departureText } from '../departure';
import { SoldHere } from './SoldHere';
import { nameOf, searchSales, searchTickets } from './search';
import { isTicket, type Read, readTicket } from './ticket';

interface Props {
  onRead: (read: Read) => Promise<void>;
  /** `readAt` is when the list was read, in milliseconds. */
  onChoose: (ticket: ListedTicket, readAt: number) => void;
  busy: boolean;
  failure: Error | null;
}

const schema = z.object({
  code: z.string().check(
    z.refine((text) => isTicket(readTicket(text)), {
      error: () => t`Please enter the 8 letters and digits under the QR code`,
    }),
  ),
});

/**
 * Handles codes that can't be scanned. Staff type the code, or find the passenger in the day's list by name or by
 * the end of the code.
 */
export function TicketForm({ onRead, onChoose, busy, failure }: Props) {
  const { t } = useLingui();
  const form = useForm({
    schema,
    values: { code: '' },
    save: ({ code }) => onRead(readTicket(code)),
    // The form is empty again for the next guest.
    next: () => ({ code: '' }),
  });
  // The form has no summary, because the error is beside its only field.
  useImperativeHandle(form.summary, () => ({ focus: () => form.setFocus('code') }));
  return (
    <Form form={form} ownProblems className="grid gap-3">
      <Field
        label={t`Name or ticket code`}
        {...form.field('code')}
        hint={t`The code is under the guest's QR code. For today's guests the last four characters are enough.`}
        error={form.problems[0]?.text ?? failure?.message}
      >
        <Input
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          {...form.register('code')}
        />
      </Field>
      {(form.problems[0]?.signIn || isSignedOut(failure)) && <SignInLink />}
      <Found
        search={form.values.code}
        onChoose={(...chosen) => {
          form.reset({ code: '' });
          onChoose(...chosen);
        }}
      />
      <Button type="submit" busy={busy} block>
        <Trans>Open ticket</Trans>
      </Button>
    </Form>
  );
}

/** Shows the matches in the day's list, which may be old while offline. */
function Found({ search, onChoose }: { search: string; onChoose: Props['onChoose'] }) {
  const { t } = useLingui();
  const now = useNow();
  const reports = useReports();
  const { data: tickets = [], dataUpdatedAt: readAt } = useQuery(ticketsQuery(storedUser()?.id ?? ''));
  const known = { tickets, readAt, reports, now, timeZone: 'America/Guatemala' };
  const found = searchTickets(tickets, search);
  const sold = searchSales(salesIn(useWaiting()), search);
  const count = found.length + sold.length;
  return (
    <>
      <p role="status" className="sr-only">
        {search && plural(count, { one: '# guest found', other: '# guests found' })}
      </p>
      {count > 0 && (
        <ul aria-label={t`Guests found`} className="divide-y divide-line rounded-lg border border-line">
          {sold.map((queued) => (
            <li key={queued.seq} className="px-4 py-2">
              <SoldHere queued={queued} />
            </li>
          ))}
          {found.map((ticket) => {
            const booking = bookingNow(ticket, known);
            const people = plural(booking.num_people, { one: '# person', other: '# people' });
            const arrived = booking.check_in_status === 'pending' ? null : checkInLabel(booking.check_in_status);
            return (
              <li key={ticket.bookingId}>
                <button
                  type="button"
                  className="flex min-h-14 w-full items-center justify-between gap-3 px-4 py-2 text-left"
                  onClick={() => onChoose({ ...ticket, booking }, readAt)}
                >
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    <strong className="block">{nameOf(ticket)}</strong>
                    <span className="block text-sm text-ink-2">{booking.title}</span>
                    <span className="block text-sm text-ink-2">
                      {[departureText(booking, now), people, arrived].filter(Boolean).join(', ')}
                    </span>
                  </span>
                  <ChevronRight aria-hidden="true" className="size-5 flex-none text-ink-2" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
