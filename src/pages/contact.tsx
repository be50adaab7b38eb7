import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight, MailCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSession } from '@/features/account/session/session';
import { Done } from '@/features/account/sign-in/Done';
import type { ReturnToState } from '@/features/account/sign-in/return-to';
import { ContactForm } from '@/features/messaging/contact/ContactForm';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { PageSpinner } from '@/ui/feedback/Spinner';

export default function ContactPage() {
  const { t } = useLingui();
  const { status, user, profile, profilePending } = useSession();
  const [sent, setSent] = useState(false);
  useTitle(t`Contact`);
  // The form starts with the person's name, so it waits for their profile unless loading that fails.
  if (status === 'loading' || (user && profilePending)) return <PageSpinner />;
  return (
    <div className="page-work flex-1">
      <div className="shell pt-8 pb-24 md:pt-12">
        {!sent && <Heading />}
        <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
          {sent ? (
            <Sent onAgain={() => setSent(false)} />
          ) : (
            <Card className="self-start p-5 sm:p-7">
              {user ? (
                <ContactForm
                  key={user.id}
                  userId={user.id}
                  email={user.email ?? ''}
                  name={profile?.full_name ?? ''}
                  onSent={() => setSent(true)}
                />
              ) : (
                <SignInFirst />
              )}
            </Card>
          )}
          <JoinOurTeam />
        </div>
      </div>
    </div>
  );
}

function Heading() {
  return (
    <>
      <h1 tabIndex={-1} className="font-title text-4xl">
        <Trans>Contact</Trans>
      </h1>
      <p className="mt-2 mb-7 max-w-prose text-lg text-ink-2">
        <Trans>Have a question about a trip, a region or your account? Message us, and a real person will reply.</Trans>
      </p>
    </>
  );
}

function SignInFirst() {
  const state: ReturnToState = { from: paths.contact };
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-prose text-ink-2">
        <Trans>Please log in so we know which address to reply to.</Trans>
      </p>
      <LinkButton to={paths.login} state={state} variant="primary">
        <Trans>Login</Trans>
      </LinkButton>
    </div>
  );
}

function Sent({ onAgain }: { onAgain: () => void }) {
  return (
    <Done icon={<MailCheck aria-hidden="true" className="size-7" />} title={<Trans>Message Sent!</Trans>}>
      <p>
        <Trans>Thanks for your message. We'll reply to your account's email address.</Trans>
      </p>
      <Button className="justify-self-start" onClick={onAgain}>
        <Trans>Send another message</Trans>
      </Button>
    </Done>
  );
}

function JoinOurTeam(): ReactNode {
  return (
    <aside aria-labelledby="join" className="card self-start p-6 sm:p-7">
      <h2 id="join" className="font-title text-2xl">
        <Trans>Join Our Team</Trans>
      </h2>
      <p className="mt-2 text-ink-2">
        <Trans>
          Guides, hotels, captains and storytellers earn with Territorio. See which of the four ways suits you.
        </Trans>
      </p>
      <LinkButton to={paths.regionalPartner} className="mt-5" icon={<ArrowRight aria-hidden="true" />}>
        <Trans>Become a partner</Trans>
      </LinkButton>
    </aside>
  );
}
