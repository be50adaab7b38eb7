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

/** What goes and what stays, exactly (docs/decisions/0007). */
export function Consequences({ unpaid }: { unpaid: DeletionTerms['unpaid_commissions'] }) {
  return (
    <div className="grid gap-4">
      {unpaid.length > 0 && (
        <Alert tone="warn">
          <p className="font-semibold">
            <Trans>
              You have not been paid {unpaid.map((sum) => formatMoney(sum.amount, sum.symbol)).join(', ')} yet
            </Trans>
          </p>
          <p>
            <Trans>Ask for these commissions first: without an account nobody can pay them to you.</Trans>
          </p>
        </Alert>
      )}
      <List
        title={<Trans>What goes</Trans>}
        icon={<X aria-hidden="true" className="mt-0.5 size-4 flex-none text-danger-text" />}
        lines={[
          {
            key: 'profile',
            text: <Trans>Your profile, your picture, your roles and your sign-in, on every device</Trans>,
          },
          {
            key: 'passport',
            text: <Trans>Passport images, telephone numbers, hotels and the names of your passengers</Trans>,
          },
          { key: 'sent', text: <Trans>Photos and videos that you sent in, and what you wrote to our team</Trans> },
          { key: 'tickets', text: <Trans>Tickets, notifications and the regions that you follow</Trans> },
        ]}
      />
      <List
        title={<Trans>What stays, without your name</Trans>}
        icon={<Check aria-hidden="true" className="mt-0.5 size-4 flex-none text-ink-3" />}
        lines={[
          {
            key: 'bookings',
            text: <Trans>Past bookings with their date, guests and price, for the books of the region</Trans>,
          },
          {
            key: 'words',
            text: <Trans>Reviews, board posts and messages that others have read, from "Unknown Sender"</Trans>,
          },
        ]}
      />
    </div>
  );
}
