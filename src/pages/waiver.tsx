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
    description: t`What you accept by a tick in the box when you book.`,
    canonical: paths.waiver,
  });
  return (
    <LegalPage
      title={<Trans>Waiver and Release of Liability</Trans>}
      lead={<Trans>What you accept by a tick in the box when you book.</Trans>}
      since={waiverVersion.slice(0, 10)}
    >
      <WaiverText heading="h2" />
    </LegalPage>
  );
}
