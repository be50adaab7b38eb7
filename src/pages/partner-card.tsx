import { useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import { PrintCard } from '@/features/referrals/dashboard/PrintCard';
import { useTitle } from '@/lib/routing/use-title';

export default function PartnerCardPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const { profile } = useSession();
  useTitle(t`Print card`);
  if (!profile) return null;
  return (
    <div className="page-work min-h-dvh flex-1 print:bg-white">
      <div className="mx-auto max-w-3xl px-4 pt-4 pb-16 print:p-0">
        <PrintCard userId={profile.id} linkId={id} fullName={profile.full_name ?? ''} />
      </div>
    </div>
  );
}
