import { useLingui } from '@lingui/react/macro';
import { useLocation, useSearchParams } from 'react-router-dom';
import { NoLink, StopLetters } from '@/features/account/notices/StopLetters';
import { readStopLink } from '@/features/account/notices/stop-letters';
import { useTitle } from '@/lib/routing/use-title';

/** The page linked at the end of emails: `/unsubscribe?letters={template}#{token}`. Opening it changes nothing. */
export default function UnsubscribePage() {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const link = readStopLink(params.get('letters'), useLocation().hash.slice(1));
  useTitle(t`Unsubscribe from these emails`);
  return (
    <div className="shell flex-1">
      <div className="mx-auto max-w-2xl py-8 md:py-12">{link ? <StopLetters {...link} /> : <NoLink />}</div>
    </div>
  );
}
