import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Mail, MessageCircle, Smartphone, TicketPlus, TimerOff, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { MinimumStatus } from '@/features/booking/minimum/MinimumLine';
import { QrCode } from '@/features/booking/tickets/QrCode';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { clockText, useSecondsLeft } from '@/lib/hooks/use-seconds-left';
import { useWakeLock } from '@/lib/hooks/use-wake-lock';
import { languageOf, SOURCE, withPrefix } from '@/lib/i18n/languages';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { paths } from '@/lib/routing/paths';
import { Button } from '@/ui/Button';
import { CopyButton } from '@/ui/CopyButton';
import { Alert } from '@/ui/feedback/Alert';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { Skeleton } from '@/ui/feedback/states';
import { callOffSale, payLinkQuery, type Sale, saleKeys } from './queries';
import { TicketFacts } from './TicketFacts';

interface Props {
  userId: string;
  sale: Sale;
  onNext: () => void;
}

/**
 * Shows that seats are held while the guest pays on their own phone. Once it is paid, the ticket appears
 * automatically.
 */
export function WaitingForCard({ userId, sale, onNext }: Props) {
  const { t } = useLingui();
  useWakeLock();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const waiting = sale.state === 'waiting';
  const byLink = sale.pays === 'link';
  const sum = formatMoney(sale.total_price, sale.currency_symbol);
  return (
    <article className="on-night grid grid-cols-[minmax(0,1fr)] gap-5 rounded-xl bg-anil-900 p-[min(1.25rem,5vw)] text-white">
      <div className="flex flex-wrap items-center gap-3.5">
        <span className="grid size-14 flex-none place-items-center rounded-full bg-white/15 [&>svg]:size-8">
          {waiting ? <Smartphone aria-hidden="true" /> : <TimerOff aria-hidden="true" />}
        </span>
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="nums text-2xl leading-7 font-extrabold outline-none">
            {!waiting ? t`The guest didn't pay in time` : byLink ? t`${sum} by payment link` : t`${sum} by card`}
          </h2>
          <p className="text-on-night-2" role="status">
            {waiting ? t`Waiting for the guest to pay` : t`We've released the seats, and the guest wasn't charged.`}
          </p>
        </div>
      </div>
      {waiting && <PayCode userId={userId} sale={sale} />}
      <div className="grid gap-3">
        {waiting && <CallOff userId={userId} sale={sale} />}
        <Button variant="paper" size="lg" block icon={<TicketPlus aria-hidden="true" />} onClick={onNext}>
          <Trans>Next sale</Trans>
        </Button>
      </div>
    </article>
  );
}

function PayCode({ userId, sale }: { userId: string; sale: Sale }) {
  const { t } = useLingui();
  const { data: token, error } = useQuery(payLinkQuery(userId, sale.sale_id));
  const failure = useFailureText(error);
  const people = plural(sale.num_people, { one: '# person', other: '# people' });
  const link = `${location.origin}${withPrefix(paths.pay, languageOf(sale.language) ?? SOURCE)}#${token}`;
  const { title } = sale;
  const byLink = sale.pays === 'link';
  // The same in each language, because the guest's may differ from the seller's.
  const message = `${title}, ${formatMoney(sale.total_price, sale.currency_symbol)}: ${link}`;
  const number = (sale.whatsapp_number ?? '').replace(/\D/g, '');
  return (
    <>
      <div className="paper grid grid-cols-[minmax(0,1fr)] justify-items-center gap-1 rounded-xl bg-white p-[min(1rem,4vw)] text-center text-anil-900">
        {!byLink && token && <QrCode value={link} size={264} marginSize={1} className="h-auto w-full max-w-72" />}
        {!byLink && !token && !failure && <Skeleton className="aspect-square w-full max-w-72 rounded-lg!" />}
        {failure && <Alert tone="danger">{failure}</Alert>}
        <p className="font-semibold">
          {byLink ? (
            <Trans>Send the guest this link. They pay with it on their phone, without an account.</Trans>
          ) : (
            <Trans>The guest scans this code with their phone and pays.</Trans>
          )}
        </p>
        <h3 className="font-title mt-2 max-w-full text-2xl leading-7 wrap-anywhere">{sale.title}</h3>
        <TicketFacts ticket={sale} people={people} />
        <MinimumStatus
          minimum={sale.minimum}
          timeZone={sale.time_zone}
          refundTo="guest"
          className="text-left text-inherit!"
        />
        {byLink && sale.guest_name && <p className="font-semibold wrap-anywhere">{t`For ${sale.guest_name}`}</p>}
        {byLink && sale.held_until ? (
          <HeldUntil until={formatMoment(sale.held_until, sale.time_zone)} />
        ) : (
          <TimeLeft userId={userId} seconds={sale.seconds_left ?? 0} />
        )}
      </div>
      {token && (
        <a
          className="btn btn-outline-night"
          href={`https://wa.me/${number}?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noreferrer"
        >
          <MessageCircle aria-hidden="true" />
          <span>
            <Trans>Send link on WhatsApp</Trans>
          </span>
        </a>
      )}
      {byLink && !token && !failure && <Skeleton className="h-44 rounded-lg!" />}
      {byLink && token && <MoreWays link={link} subject={title} text={message} />}
    </>
  );
}

function HeldUntil({ until }: { until: string }) {
  return (
    <p className="nums">
      <Trans>We're holding the seats until {until}</Trans>
    </p>
  );
}

/** Sends the link from the seller's own email program, or copies it for another one. */
function MoreWays({ link, subject, text }: { link: string; subject: string; text: string }) {
  const field = useRef<HTMLInputElement>(null);
  const { t } = useLingui();
  const mail = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
  return (
    <div className="grid gap-3">
      <a className="btn btn-outline-night" href={mail}>
        <Mail aria-hidden="true" />
        <span>
          <Trans>Send link by email</Trans>
        </span>
      </a>
      <div className="input-group bg-surface text-ink">
        <input
          ref={field}
          className="input min-w-0"
          readOnly
          value={link}
          aria-label={t`Payment link`}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton text={link} onBlocked={() => field.current?.focus()} />
      </div>
    </div>
  );
}

/**
 * Shows the time left by this phone's clock, from the server's last response. It is refetched when the time is up.
 */
function TimeLeft({ userId, seconds }: { userId: string; seconds: number }) {
  const client = useQueryClient();
  const [until, setUntil] = useState({ seconds, at: endOf(seconds) });
  if (until.seconds !== seconds) setUntil({ seconds, at: endOf(seconds) });
  const readAgain = () => void client.invalidateQueries({ queryKey: saleKeys.all(userId) });
  const clock = clockText(useSecondsLeft(until.at, readAgain));
  return (
    <p className="nums" role="timer" aria-live="off">
      <Trans>We're holding the seats for {clock}</Trans>
    </p>
  );
}
const endOf = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

function CallOff({ userId, sale }: { userId: string; sale: Sale }) {
  const client = useQueryClient();
  const callOff = useMutation({
    mutationFn: () => callOffSale(sale.sale_id),
    // Refetched even after a refusal, because the guest may have been faster.
    onSettled: () => client.invalidateQueries({ queryKey: saleKeys.all(userId) }),
  });
  return (
    <>
      <FailureAlert error={callOff.error} />
      <Button
        variant="outline-night"
        block
        busy={callOff.isPending}
        icon={<Undo2 aria-hidden="true" />}
        onClick={() => callOff.mutate()}
      >
        <Trans>Void sale</Trans>
      </Button>
    </>
  );
}
