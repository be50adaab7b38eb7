import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSession } from '@/features/account/session/session';
import type { ReturnToState } from '@/features/account/sign-in/return-to';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { AcceptForm } from '@/features/booking/tickets/transfer/AcceptForm';
import { OfferedFacts } from '@/features/booking/tickets/transfer/OfferedFacts';
import {
  type LinkedTransfer,
  linkedTransferQuery,
  type OfferedTicket,
} from '@/features/booking/tickets/transfer/queries';
import { refusalText } from '@/features/booking/tickets/transfer/refusal-text';
import { formatMoment, formatShortDate } from '@/lib/format/dates';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { LinkNotValid } from '@/ui/feedback/LinkNotValid';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { isGone, LinkPage } from '@/ui/LinkPage';

/** Shows a ticket invitation, whose link is `/ticket-transfer#{token}`. Opening the link accepts nothing. */
export default function TicketTransferPage() {
  const { t } = useLingui();
  return (
    <LinkPage
      wide
      title={t`A ticket for you`}
      useLink={useLinkedTransfer}
      loading={t`Loading the ticket`}
      notFound={<Over />}
      offline={<Trans>The ticket will open when you're back online. You haven't accepted it yet.</Trans>}
    >
      {(data, { token, query }) => <Shown token={token} data={data} refetch={query.refetch} />}
    </LinkPage>
  );
}

/** Says that there is no ticket to accept. */
const Over = ({ title, children }: { title?: string | null; children?: ReactNode }) => (
  <LinkNotValid title={title ?? null} to={paths.home} label={<Trans>Go to the home page</Trans>}>
    {children}
  </LinkNotValid>
);

function useLinkedTransfer(token: string) {
  const { status, user } = useSession();
  const query = useQuery({
    ...linkedTransferQuery(token, user?.id ?? null),
    enabled: status !== 'loading',
  });
  return { query, gone: isGone(query, 'transfer_not_found') };
}

interface ShownProps {
  token: string;
  data: LinkedTransfer;
  refetch: () => Promise<unknown>;
}

function Shown({ token, data, refetch }: ShownProps) {
  const refused = refusalText(data.refusal);
  const [first] = useState(data.ticket?.version);
  if (data.mine) return <Accepted />;
  if (!data.ticket)
    return (
      <Over title={refused}>
        <Trans>If you still want to come, ask the person who offered you the ticket, or book the trip yourself.</Trans>
      </Over>
    );
  return (
    <article className="grid gap-6 rounded-xl border border-line bg-surface p-5 sm:p-7">
      {first !== data.ticket.version && (
        <Alert tone="warn">
          <Trans>This ticket has changed since you opened the page. Please check the ticket again.</Trans>
        </Alert>
      )}
      <Ticket ticket={data.ticket} />
      {refused ? (
        <Alert tone="info">{refused}</Alert>
      ) : (
        <Acceptance key={data.ticket.version} token={token} ticket={data.ticket} refetch={refetch} />
      )}
    </article>
  );
}

/** Shows the offered ticket and the person who offers it. */
function Ticket({ ticket }: { ticket: OfferedTicket }) {
  const { title, territory_name: territory, giver_name: giver } = ticket;
  const until = formatMoment(ticket.expires_at, ticket.time_zone);
  return (
    <header>
      <p className="font-semibold text-accent-text wrap-anywhere">
        {giver ? (
          <span key="named">
            <Trans>{giver} is giving you this ticket</Trans>
          </span>
        ) : (
          <span key="unnamed">
            <Trans>Someone is giving you this ticket</Trans>
          </span>
        )}
      </p>
      <h1 tabIndex={-1} className="font-title mt-1 text-3xl leading-tight break-words">
        {title}
      </h1>
      <p className="mt-1 text-ink-2">{territory}</p>
      <OfferedFacts ticket={ticket} />
      {ticket.paid && (
        <p className="mt-4 text-ink-2">
          <Trans>
            The ticket is already paid for. Once it's yours, you can cancel it. Any refund goes to the person who paid,
            not to you.
          </Trans>
        </p>
      )}
      {/* This sentence has no full stop, because Spanish times already end with one. */}
      <p className="mt-2 text-ink-2">
        <Trans>
          You can accept this ticket until <strong className="nums">{until}</strong>
        </Trans>
      </p>
    </header>
  );
}

function Acceptance({
  token,
  ticket,
  refetch,
}: { token: string; ticket: OfferedTicket } & Pick<ShownProps, 'refetch'>) {
  const { t } = useLingui();
  const { user, profile, profileError, retryProfile } = useSession();
  const client = useQueryClient();
  if (!user) return <SignIn token={token} ticket={ticket} />;
  if (profileError) return <ErrorState title={profileError.message} onRetry={retryProfile} />;
  if (!profile) {
    return (
      <LoadingArea label={t`Loading your profile`}>
        <Skeleton className="h-64 rounded-md!" />
      </LoadingArea>
    );
  }
  return (
    <AcceptForm
      token={token}
      ticket={ticket}
      profile={profile}
      onAccepted={async () => {
        await client.invalidateQueries({ queryKey: bookingKeys.all });
        await refetch();
      }}
      onRefused={refetch}
    />
  );
}

function SignIn({ token, ticket }: { token: string; ticket: OfferedTicket }) {
  const { t } = useLingui();
  const { email } = ticket;
  const signIn: ReturnToState = {
    from: `${paths.ticketTransfer}#${token}`,
    why: {
      reason: t`Sign in to accept the ticket`,
      register: t`Create an account to accept the ticket`,
      subject: `${ticket.title}, ${formatShortDate(ticket.booking_date)}`,
    },
  };
  return (
    <section aria-labelledby="sign-in" className="grid gap-3 rounded-lg bg-surface-2 p-[min(1rem,6vw)]">
      <div>
        <h2 id="sign-in" className="font-bold">
          <Trans>Sign in to accept the ticket</Trans>
        </h2>
        <p className="text-sm text-ink-2">
          {email ? (
            <Trans>Use the address that received the email, {email}. You'll come back here afterwards.</Trans>
          ) : (
            <Trans>Use the address that received the email. You'll come back here afterwards.</Trans>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 [&>*]:min-w-[min(100%,5.5rem)]! [&>*]:flex-1">
        <LinkButton to={paths.register} state={signIn}>
          <Trans>Create Account</Trans>
        </LinkButton>
        <LinkButton to={paths.login} state={signIn} variant="primary">
          <Trans>Sign In</Trans>
        </LinkButton>
      </div>
    </section>
  );
}

function Accepted() {
  const { t } = useLingui();
  return (
    <article className="grid justify-items-start gap-4 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <CircleCheck aria-hidden="true" className="size-10 text-success-text" />
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()} className="font-title text-3xl">
        {t`The ticket is yours`}
      </h1>
      <p role="status" className="text-ink-2">
        <Trans>The ticket has a new code. You'll find it in My Bookings, and we'll email it to you.</Trans>
      </p>
      <LinkButton to={paths.bookings} variant="primary">
        <Trans>My Bookings</Trans>
      </LinkButton>
    </article>
  );
}
