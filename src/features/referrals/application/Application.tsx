import { Trans } from '@lingui/react/macro';
import { Handshake } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '@/features/account/session/session';
import { partnerFormUrl } from '@/lib/env';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { ApplicationForm } from './ApplicationForm';
import { ExternalForm } from './ExternalForm';
import type { Way } from './ways';

/** Shows the external application form if configured, and otherwise our own. */
export function Application({ chosen }: { chosen: { way: Way } | null }) {
  const { status, user, profile, profilePending } = useSession();
  const [sent, setSent] = useState(false);
  if (partnerFormUrl) return <ExternalForm />;
  // The form is prefilled with name and email address, so it waits for them.
  if (status === 'loading' || (user && profilePending)) return <PageSpinner />;
  const person = { id: user?.id ?? null, name: profile?.full_name ?? '', email: user?.email ?? '' };
  return (
    <Card className="p-5 sm:p-7">
      {sent ? (
        <Thanks onAgain={() => setSent(false)} />
      ) : (
        <ApplicationForm person={person} chosen={chosen} onSent={() => setSent(true)} />
      )}
    </Card>
  );
}

function Thanks({ onAgain }: { onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4">
      <span className="grid size-14 place-items-center rounded-full bg-success-soft text-success-text">
        <Handshake aria-hidden="true" className="size-7" />
      </span>
      <h3 ref={heading} tabIndex={-1} className="font-title text-2xl outline-none">
        <Trans>Application received</Trans>
      </h3>
      <p className="max-w-prose text-ink-2">
        <Trans>Thank you. The region's team will read it and get back to you.</Trans>
      </p>
      <Button onClick={onAgain}>
        <Trans>Send another application</Trans>
      </Button>
    </div>
  );
}
