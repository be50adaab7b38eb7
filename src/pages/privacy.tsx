import { Trans, useLingui } from '@lingui/react/macro';
import { LegalPage } from '@/features/site/legal/LegalPage';
import { PrivacyText } from '@/features/site/legal/PrivacyText';
import { usePageHead } from '@/lib/routing/page-head';
import { paths } from '@/lib/routing/paths';

export default function PrivacyPage() {
  const { t } = useLingui();
  usePageHead({
    title: t`Privacy Policy`,
    description: t`What we know about you, why, and who can see it, in plain words.`,
    canonical: paths.privacy,
  });
  return (
    <LegalPage
      title={<Trans>Privacy Policy</Trans>}
      lead={<Trans>What we know about you, why, and who can see it, in plain words.</Trans>}
      since="2026-11-21"
    >
      <PrivacyText />
    </LegalPage>
  );
}
