import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { claimInvite, keepInvite } from '@/features/auth/invite';
import { forgetOrigin, rememberedOrigin } from '@/features/auth/origin';
import { finishReturn } from '@/features/auth/queries';
import { parseReturn, type Return } from '@/features/auth/return-link';
import { toAppError } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { useTitle } from '@/lib/use-title';
import { Logo } from '@/ui/brand';
import { Spinner } from '@/ui/Spinner';
import { toast } from '@/ui/toast';

/** The spec's wait between signing in and moving on. */
const WAIT_MS = 500;

/** An invitation's link signs nobody in: who has no session yet gets one first, with the account that was invited. */
const isBareInvite = (link: Return): boolean =>
  link.invite !== null && !link.accessToken && !link.code && link.failure === null;

type Outcome = { failure: string | null; needsAccount?: boolean };

/** Signs in with the link and takes the invite. Gives the failure's text, as the person moves on in any case. */
async function finish(link: Return): Promise<Outcome> {
  if (link.invite) keepInvite(link.invite);
  try {
    await finishReturn(link);
  } catch (error) {
    const failed = toAppError(error);
    if (failed.code === 'link_invalid' && isBareInvite(link)) return { failure: null, needsAccount: true };
    return { failure: link.failure ?? failed.message };
  }
  return claimInvite().then(
    () => ({ failure: null }),
    (error: unknown) => ({ failure: toAppError(error).message }),
  );
}

export default function CallbackPage() {
  const { t } = useLingui();
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const started = useRef(false);
  useTitle(t`Signing in`);

  useEffect(() => {
    // A link works once; the effect must not run twice for it.
    if (started.current) return;
    started.current = true;
    const link = parseReturn(search, hash);
    const target = link.next ?? rememberedOrigin();
    void finish(link).then(async ({ failure, needsAccount }) => {
      if (needsAccount) {
        toast.info(t`Log in or create your account with the e-mail address that was invited.`, 5000);
        return navigate(paths.register, { replace: true });
      }
      if (failure) toast.error(failure);
      else await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
      forgetOrigin();
      // Replaces the address, so that the tokens stay neither in the bar nor in history.
      void navigate(target, { replace: true });
    });
  }, [search, hash, navigate, t]);

  return (
    <div className="grid flex-1 place-items-center p-8">
      <div className="flex flex-col items-center gap-6">
        <Logo />
        <p role="status" className="inline-flex items-center gap-3 font-medium text-ink-2">
          <Spinner />
          <Trans>Signing you in</Trans>
        </p>
      </div>
    </div>
  );
}
