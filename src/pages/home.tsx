import { useLingui } from '@lingui/react/macro';
import { useReferral } from '@/features/auth/referral';
import { useSession } from '@/features/auth/session';
import { Closing } from '@/features/home/Closing';
import { Featured } from '@/features/home/Featured';
import { Hero } from '@/features/home/Hero';
import { HowItWorks } from '@/features/home/HowItWorks';
import { Regions } from '@/features/home/Regions';
import { usePageHead } from '@/lib/page-head';
import { paths } from '@/lib/paths';

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
      <Regions referral={referral} />
      <HowItWorks />
      <Closing guest={guest} referral={referral} />
    </>
  );
}
