import { useLingui } from '@lingui/react/macro';
import { useReferral } from '@/features/account/referral/referral';
import { useSession } from '@/features/account/session/session';
import { Closing } from '@/features/site/home/Closing';
import { Featured } from '@/features/site/home/Featured';
import { Hero } from '@/features/site/home/Hero';
import { HowItWorks } from '@/features/site/home/HowItWorks';
import { OtherTerritories } from '@/features/site/home/OtherTerritories';
import { usePageHead } from '@/lib/routing/page-head';
import { paths } from '@/lib/routing/paths';

export default function HomePage() {
  const { t } = useLingui();
  const referral = useReferral();
  const guest = useSession().status === 'signed-out';
  usePageHead({
    title: t`Guatemala with the people who call it home`,
    description: t`Book local guides, boats and shuttles in every region of Guatemala. Pay by card, then show your QR ticket.`,
    canonical: paths.home,
  });
  return (
    <>
      <Hero guest={guest} referral={referral} />
      <Featured referral={referral} />
      <OtherTerritories referral={referral} />
      <HowItWorks />
      <Closing guest={guest} referral={referral} />
    </>
  );
}
