import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import { paths } from '@/lib/routing/paths';
import { HuipilBand, Logo } from '@/ui/brand';
import { LanguageSwitch } from './LanguageSwitch.tsx';

const LINK = 'inline-flex min-h-11 items-center text-on-night-2 hover:text-on-night';

export function Footer() {
  const { t } = useLingui();
  const { status } = useSession();
  return (
    <footer className="mt-auto bg-night text-on-night">
      <HuipilBand />
      <div className="shell flex flex-col gap-8 py-10 md:flex-row md:items-center md:justify-between">
        <div className="max-w-sm">
          <Logo night />
          <p className="mt-3 text-sm text-on-night-2">
            <Trans>Guided experiences, boats and shuttles in Guatemala, sold by the people who run them.</Trans>
          </p>
        </div>
        <nav
          aria-label={t`Footer`}
          className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-7 text-[.9375rem] font-medium sm:flex sm:flex-wrap"
        >
          <Link to={paths.regionalPartner} className={LINK}>
            <Trans>Earn Money</Trans>
          </Link>
          {status === 'signed-in' && (
            <Link to={paths.contact} className={LINK}>
              <Trans>Contact</Trans>
            </Link>
          )}
          <Link to={paths.privacy} className={LINK}>
            <Trans>Privacy</Trans>
          </Link>
          <Link to={paths.terms} className={LINK}>
            <Trans>Terms</Trans>
          </Link>
          <Link to={paths.waiver} className={LINK}>
            <Trans>Waiver</Trans>
          </Link>
          <LanguageSwitch className={LINK} />
        </nav>
      </div>
    </footer>
  );
}
