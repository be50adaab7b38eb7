import { useLingui } from '@lingui/react/macro';
import { Navigate, useSearchParams } from 'react-router-dom';
import { workPathOf } from '@/features/account/profile/work';
import { useReferral } from '@/features/account/referral/referral';
import { useSession } from '@/features/account/session/session';
import { OPEN_SCANNER } from '@/features/dock/check-in/scan/open-scanner';
import { Closing } from '@/features/site/home/Closing';
import { Featured } from '@/features/site/home/Featured';
import { Hero, PhoneButtons } from '@/features/site/home/Hero';
import { HowItWorks } from '@/features/site/home/HowItWorks';
import { OtherTerritories } from '@/features/site/home/OtherTerritories';
import { TripSearch } from '@/features/site/home/TripSearch';
import { usePageHead } from '@/lib/routing/page-head';
import { paths } from '@/lib/routing/paths';
import { lazyPart } from '@/ui/loading/lazy-part';

const TodayLine = lazyPart(() => import('@/features/departures/TodayLine'), { failed: null, ahead: false });

export default function HomePage() {
  const { t } = useLingui();
  const referral = useReferral();
  const session = useSession();
  const { status } = session;
  const guest = status === 'signed-out';
  usePageHead({
    title: t`Guatemala with the people who call it home`,
    description: t`Book local guides, boats and shuttles in every region of Guatemala. Pay by card and get a ticket with a QR code.`,
    canonical: paths.home,
  });
  // Shortcuts of the installed app lead people with work to their day.
  const [params] = useSearchParams();
  const scans = params.has('scan');
  const work = status === 'signed-in' ? workPathOf(session) : null;
  if (work && (scans || params.get('app') === 'today'))
    return <Navigate to={work} replace state={scans ? OPEN_SCANNER : null} />;
  return (
    <>
      {work && <TodayLine />}
      <Hero guest={guest} referral={referral} />
      <TripSearch referral={referral} />
      <PhoneButtons guest={guest} referral={referral} />
      <Featured referral={referral} />
      <OtherTerritories referral={referral} />
      <HowItWorks />
      <Closing guest={guest} referral={referral} />
    </>
  );
}
