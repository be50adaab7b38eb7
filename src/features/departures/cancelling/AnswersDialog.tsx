import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, MessageCircle, PhoneCall } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { bookerName } from '@/features/booking/guest-name';
import { whenOf } from '@/features/booking/offers/labels';
import { OfferChoice } from '@/features/booking/offers/OfferChoice';
import { OfferOutcome } from '@/features/booking/offers/OfferOutcome';
import { answerOffer } from '@/features/booking/offers/queries';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { whatsAppLink } from '@/lib/format/phone';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { Alert } from '@/ui/feedback/Alert';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { Pending } from '@/ui/feedback/Pending';
import { Skeleton } from '@/ui/feedback/states';
import { Dialog } from '@/ui/overlay/Dialog';
import { PaymentSent } from './PaymentSent';
import { answersQuery, type DepartureAnswer, staffOfferQuery } from './queries';

interface Props {
  departureId: string;
  about: string;
  /** True if the reader runs the territory and may answer for a guest who calls. */
  canAnswer: boolean;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
}

/** Lists the guests of a cancelled departure with their choices, open offers and deadlines. */
export default function AnswersDialog({ departureId, about, canAnswer, onClose, onChanged }: Props) {
  const { t } = useLingui();
  const query = useQuery(answersQuery(departureId));
  const [called, setCalled] = useState<DepartureAnswer | null>(null);
  return (
    <Dialog
      kind="side"
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Guest answers</Trans>}
      description={about}
    >
      {called ? (
        <AnswerByPhone
          departureId={departureId}
          guest={called}
          onBack={() => setCalled(null)}
          onChanged={async () => Promise.all([query.refetch(), onChanged()])}
        />
      ) : query.data ? (
        <div className="grid gap-5">
          {query.error && <LoadFailed query={query} />}
          <AnswerLists answers={query.data} {...(canAnswer && { onCall: setCalled })} />
        </div>
      ) : (
        <Pending query={query} label={t`Loading the answers`}>
          <Skeleton className="h-16 rounded-md!" />
          <Skeleton className="h-40 rounded-md!" />
        </Pending>
      )}
    </Dialog>
  );
}

interface ListsProps {
  answers: readonly DepartureAnswer[];
  onCall?: (guest: DepartureAnswer) => void;
}

function AnswerLists({ answers, onCall }: ListsProps) {
  const { t } = useLingui();
  const of = (state: string) => answers.filter(({ offer }) => offer.state === state);
  const [open, moved, refunded] = [of('open'), of('moved'), of('refunded')];
  const count = answers.length;
  const returned = refunded.filter(({ offer }) => offer.answered_how === 'expiry').length;
  const answered = count - open.length - returned;
  if (count === 0)
    return (
      <p className="text-ink-2">
        <Trans>There were no bookings, so there are no answers to wait for.</Trans>
      </p>
    );
  return (
    <>
      <p className="nums" aria-live="polite">
        <span key={answered}>{t`${answered} of ${count} have answered`}</span>
        {returned > 0 && (
          <Fresh className="block text-sm text-ink-2">
            {plural(returned, {
              one: "# guest didn't answer in time, so we closed the booking.",
              other: "# guests didn't answer in time, so we closed their bookings.",
            })}
          </Fresh>
        )}
      </p>
      <AnswerGroup title={t`Open`} answers={open} onCall={onCall} />
      <AnswerGroup title={t`Moved to another departure`} answers={moved} />
      <AnswerGroup title={t`Refund`} answers={refunded} />
    </>
  );
}

interface GroupProps {
  title: string;
  answers: readonly DepartureAnswer[];
  onCall?: ListsProps['onCall'];
}

function AnswerGroup({ title, answers, onCall }: GroupProps) {
  const { t } = useLingui();
  if (answers.length === 0) return null;
  const cash = ({ cash_due: due, offer }: DepartureAnswer): string | null => {
    const amount = formatMoney(due ?? 0, offer.currency_symbol);
    return due ? t`Cash to refund: ${amount}` : null;
  };
  return (
    <section aria-label={title}>
      <h3 className="flex justify-between gap-3 font-bold">
        <span>{title}</span>
        <span className="nums font-normal text-ink-2">{answers.length}</span>
      </h3>
      <ul className="mt-2 divide-y divide-line rounded-md border border-line">
        {answers.map((answer) => {
          const name = bookerName(answer.full_name, answer.walk_in);
          const link = answer.whatsapp_number && whatsAppLink(answer.whatsapp_number);
          return (
            <li key={answer.offer.offer_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
              <p className="min-w-0 flex-1 basis-40">
                <strong className="block font-semibold wrap-anywhere">
                  <bdi>{name}</bdi>
                </strong>
                <AnswerLine offer={answer.offer} />
                {cash(answer) && <span className="block text-sm text-danger-text">{cash(answer)}</span>}
                {answer.told === false && (
                  <span className="block text-sm text-danger-text">
                    <Trans>No email address. Please tell them in person.</Trans>
                  </span>
                )}
              </p>
              {answer.offer.state === 'open' && link && (
                <a
                  className="icon-btn"
                  href={link}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={t`Message ${name} on WhatsApp`}
                  title={t`WhatsApp`}
                >
                  <MessageCircle aria-hidden="true" />
                </a>
              )}
              {onCall && (
                <Button
                  size="sm"
                  className="min-h-11!"
                  icon={<PhoneCall aria-hidden="true" />}
                  aria-label={t`Answer for ${name}`}
                  onClick={() => onCall(answer)}
                >
                  <span>
                    <Trans context="verb">Answer</Trans>
                  </span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/**
 * Shows for example '2 people, Q370.00, until Fri, 7:00 AM'. For an answered offer it shows the choice and how it
 * was made.
 */
function AnswerLine({ offer }: Pick<DepartureAnswer, 'offer'>) {
  const { t } = useLingui();
  const people = plural(offer.num_people, { one: '# person', other: '# people' });
  const money = offer.refund_amount === null ? null : formatMoney(offer.refund_amount, offer.currency_symbol);
  const until = formatMoment(offer.expires_at, offer.time_zone);
  const line = (what: ReactNode) => <span className="block text-sm text-ink-2">{what}</span>;
  if (offer.state === 'open' && Date.parse(offer.expires_at) <= Date.parse(offer.opens_at))
    return line(
      <span key={until}>
        {money
          ? t`${people}, ${money}: there's no other departure to offer. We'll refund them at ${until}.`
          : t`${people}: there's no other departure to offer. We'll close the booking at ${until}.`}
      </span>,
    );
  if (offer.state === 'open') {
    const may = money ? t`${people}, ${money}: can answer until ${until}` : t`${people}: can answer until ${until}`;
    return line(<span key={until}>{may}</span>);
  }
  const to = offer.moved_to ? `${whenOf(offer.moved_to)}, ${offer.moved_to.title}` : '';
  const how =
    (offer.answered_how === 'staff' && t`answered by phone`) ||
    (offer.answered_how === 'expiry' && t`automatically, because no one answered`);
  return line(
    <span key="answered">{[people, offer.state === 'moved' ? to : money, how].filter(Boolean).join(', ')}</span>,
  );
}

interface PhoneProps {
  departureId: string;
  guest: DepartureAnswer;
  onBack: () => void;
  onChanged: () => Promise<unknown>;
}

/** Lets staff choose for a guest who is on the phone. */
function AnswerByPhone({ departureId, guest, onBack, onChanged }: PhoneProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const name = bookerName(guest.full_name, guest.walk_in);
  const options = staffOfferQuery(departureId, guest.offer.offer_id);
  const query = useQuery(options);
  return (
    <div className="grid gap-4">
      <Button
        variant="ghost"
        className="-ml-4.5 justify-self-start"
        icon={<ArrowLeft aria-hidden="true" />}
        onClick={onBack}
      >
        <span>
          <Trans>All guest answers</Trans>
        </span>
      </Button>
      <Alert tone="info">
        <span>
          <Trans>
            You're answering for <bdi>{name}</bdi>, who is on the phone. We record this in the audit log.
          </Trans>
        </span>
      </Alert>
      {query.data ? (
        query.data.state === 'open' ? (
          <>
            {query.data.hold && <PaymentSent hold={query.data.hold} zone={query.data.time_zone} />}
            <OfferChoice
              key="open"
              offer={query.data}
              reader="staff"
              onAnswer={async (answer) => {
                const offer = await answerOffer(guest.offer.offer_id, answer);
                client.setQueryData(options.queryKey, offer);
                return offer;
              }}
              onChanged={onChanged}
            />
          </>
        ) : (
          <OfferOutcome key="ended" offer={query.data} reader="staff" answeredHere />
        )
      ) : (
        <Pending query={query} label={t`Loading the options`}>
          <Skeleton className="h-64 rounded-md!" />
        </Pending>
      )}
    </div>
  );
}
