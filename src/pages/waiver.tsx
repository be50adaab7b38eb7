import { Trans, useLingui } from '@lingui/react/macro';
import { LegalPage } from '@/features/legal/LegalPage';
import { waiverVersion } from '@/features/waiver/version';
import { WaiverText } from '@/features/waiver/WaiverText';
import { usePageHead } from '@/lib/page-head';
import { paths } from '@/lib/paths';

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
