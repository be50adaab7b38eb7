import { Trans, useLingui } from '@lingui/react/macro';
import { LegalPage } from '@/features/site/legal/LegalPage';
import { PrivacyText } from '@/features/site/legal/PrivacyText';
import { usePageHead } from '@/lib/routing/page-head';
import { paths } from '@/lib/routing/paths';

export default function PrivacyPage() {
  const { t } = useLingui();
  usePageHead({
    title: t`Privacy Policy`,
    description: t`This page explains in plain words what we know about you, why, and who can see it.`,
    canonical: paths.privacy,
  });
  return (
    <LegalPage
      title={<Trans>Privacy Policy</Trans>}
      lead={<Trans>This page explains in plain words what we know about you, why, and who can see it.</Trans>}
      since="2026-11-21"
    >
      <PrivacyText />
    </LegalPage>
  );
}
