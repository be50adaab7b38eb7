import { Trans } from '@lingui/react/macro';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/format/money';
import { Alert } from '@/ui/feedback/Alert';
import type { DeletionTerms } from './queries';

function List({
  title,
  icon,
  lines,
}: {
  title: ReactNode;
  icon: ReactNode;
  lines: { key: string; text: ReactNode }[];
}) {
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1.5 grid gap-1.5 text-sm text-ink-2">
        {lines.map(({ key, text }) => (
          <li key={key} className="flex gap-2">
            {icon}
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists exactly what is deleted and what is kept (docs/decisions/0007). */
export function Consequences({ unpaid }: { unpaid: DeletionTerms['unpaid_commissions'] }) {
  return (
    <div className="grid gap-4">
      {unpaid.length > 0 && (
        <Alert tone="warn">
          <p className="font-semibold">
            <Trans>You're still owed {unpaid.map((sum) => formatMoney(sum.amount, sum.symbol)).join(', ')}</Trans>
          </p>
          <p>
            <Trans>Request these commissions first: we can't pay you without an account.</Trans>
          </p>
        </Alert>
      )}
      <List
        title={<Trans>What we delete</Trans>}
        icon={<X aria-hidden="true" className="mt-0.5 size-4 flex-none text-danger-text" />}
        lines={[
          {
            key: 'profile',
            text: <Trans>Your profile, picture, roles and login, on every device</Trans>,
          },
          {
            key: 'passport',
            text: <Trans>Passport photos, phone numbers, hotels and your passengers' names</Trans>,
          },
          { key: 'sent', text: <Trans>Photos and videos you sent, and your messages to our team</Trans> },
          { key: 'tickets', text: <Trans>Tickets, notifications and the regions you follow</Trans> },
        ]}
      />
      <List
        title={<Trans>What we keep, without your name</Trans>}
        icon={<Check aria-hidden="true" className="mt-0.5 size-4 flex-none text-ink-3" />}
        lines={[
          {
            key: 'bookings',
            text: <Trans>Past bookings with their date, guests and price, for the region's records</Trans>,
          },
          {
            key: 'words',
            text: (
              <Trans>Reviews, board posts and messages others have already read, shown as from "Unknown Sender"</Trans>
            ),
          },
        ]}
      />
    </div>
  );
}
