import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '@/features/account/session/session';
import { SubmissionForm } from '@/features/messaging/submissions/SubmissionForm';
import { useTitle } from '@/lib/routing/use-title';
import { Card } from '@/ui/Card';
import { Alert } from '@/ui/feedback/Alert';

const THANKS_MS = 5000;

export default function SubmissionsPage() {
  const { t } = useLingui();
  const { user } = useSession();
  const [thanks, setThanks] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(t`Share Your Experience`);

  useEffect(() => {
    if (!thanks) return;
    heading.current?.scrollIntoView({ block: 'center' });
    heading.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => setThanks(false), THANKS_MS);
    return () => clearTimeout(timer);
  }, [thanks]);

  return (
    <div className="page-work flex-1">
      <div className="shell pt-8 pb-24 md:pt-12">
        <div className="mx-auto max-w-2xl">
          <h1 ref={heading} tabIndex={-1} className="font-title text-4xl">
            <Trans>Share Your Experience</Trans>
          </h1>
          <p className="mt-2 text-lg text-ink-2">
            <Trans>Show others what you saw on your trip, such as a heron on the bow or the falls at noon.</Trans>
          </p>
          {thanks && (
            <Alert tone="success" className="mt-6">
              <Trans>Thank you for your submission! Our team will review it shortly.</Trans>
            </Alert>
          )}
          <Card className="mt-7 p-5 sm:p-7">
            {user && <SubmissionForm key={user.id} userId={user.id} onSent={() => setThanks(true)} />}
          </Card>
        </div>
      </div>
    </div>
  );
}
