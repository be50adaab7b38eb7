import { Trans, useLingui } from '@lingui/react/macro';
import { LegalPage } from '@/features/site/legal/LegalPage';
import { TermsText } from '@/features/site/legal/TermsText';
import { usePageHead } from '@/lib/routing/page-head';
import { paths } from '@/lib/routing/paths';

export default function TermsPage() {
  const { t } = useLingui();
  usePageHead({
    title: t`Terms of Service`,
    description: t`This is the agreement between you, the people who run your trip, and us.`,
    canonical: paths.terms,
  });
  return (
    <LegalPage
      title={<Trans>Terms of Service</Trans>}
      lead={<Trans>This is the agreement between you, the people who run your trip, and us.</Trans>}
      since="2026-11-21"
    >
      <TermsText />
    </LegalPage>
  );
}
