import { useLingui } from '@lingui/react/macro';
import { useLocation, useSearchParams } from 'react-router-dom';
import { NoLink, UnsubscribeQuestion } from '@/features/account/notices/UnsubscribeQuestion';
import { readStopLink } from '@/features/account/notices/unsubscribe';
import { useTitle } from '@/lib/routing/use-title';

/**
 * Stops emails of one kind. Emails end with its link, `/unsubscribe?emails={template}#{token}`. Opening the link
 * changes nothing.
 */
export default function UnsubscribePage() {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const link = readStopLink(params.get('emails'), useLocation().hash.slice(1));
  useTitle(t`Unsubscribe from these emails`);
  return (
    <div className="shell flex-1">
      <div className="mx-auto max-w-2xl py-8 md:py-12">{link ? <UnsubscribeQuestion {...link} /> : <NoLink />}</div>
    </div>
  );
}
