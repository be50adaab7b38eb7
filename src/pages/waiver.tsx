import { Trans, useLingui } from '@lingui/react/macro';
import { waiverVersion } from '@/features/booking/waiver/version';
import { WaiverText } from '@/features/booking/waiver/WaiverText';
import { LegalPage } from '@/features/site/legal/LegalPage';
import { usePageHead } from '@/lib/routing/page-head';
import { paths } from '@/lib/routing/paths';

export default function WaiverPage() {
  const { t } = useLingui();
  usePageHead({
    title: t`Waiver and Release of Liability`,
    description: t`You accept this waiver when you select the box and book.`,
    canonical: paths.waiver,
  });
  return (
    <LegalPage
      title={<Trans>Waiver and Release of Liability</Trans>}
      lead={<Trans>You accept this waiver when you select the box and book.</Trans>}
      since={waiverVersion.slice(0, 10)}
    >
      <WaiverText heading="h2" />
    </LegalPage>
  );
}
