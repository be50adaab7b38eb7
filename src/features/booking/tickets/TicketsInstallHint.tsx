import { Trans } from '@lingui/react/macro';
import { InstallAlert } from '@/features/account/home-screen/InstallAlert';

/**
 * Explains how ticket holders install the app. On an iPhone the app has its own storage, so it starts without a
 * session.
 */
export function TicketsInstallHint({ className }: { className?: string }) {
  return (
    <InstallAlert
      {...(className && { className })}
      withButton={
        <Trans>Put Territorio on your home screen: your tickets open with one tap, even without a signal.</Trans>
      }
      byShareMenu={
        <Trans>
          Put Territorio on your home screen: tap Share, then "Add to Home Screen". Open it from there and log in once,
          and you'll have your tickets even without a signal.
        </Trans>
      }
    />
  );
}
