import { Trans, useLingui } from '@lingui/react/macro';
import { DeleteAccount } from '@/features/account/deletion/DeleteAccount';
import { OpenInvites } from '@/features/account/invites/OpenInvites';
import { EmailSettings } from '@/features/account/notices/EmailSettings';
import { NoticeSettings } from '@/features/account/notices/NoticeSettings';
import { AvatarField } from '@/features/account/profile/AvatarField';
import { GuideNumber } from '@/features/account/profile/GuideNumber';
import { MyActivity } from '@/features/account/profile/MyActivity';
import { ProfileForm } from '@/features/account/profile/ProfileForm';
import { Roles } from '@/features/account/profile/Roles';
import { Section } from '@/features/account/profile/Section';
import { MyData, ResetPassword } from '@/features/account/profile/Security';
import { WorkTerritory } from '@/features/account/profile/WorkTerritory';
import { PushSettings } from '@/features/account/push/PushSettings';
import { useSession } from '@/features/account/session/session';
import { AppError } from '@/lib/api/errors';
import { useTitle } from '@/lib/routing/use-title';
import { Card } from '@/ui/Card';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { ErrorState } from '@/ui/feedback/states';

export default function ProfilePage() {
  const { t } = useLingui();
  const { profile, profilePending, profileError, retryProfile } = useSession();
  useTitle(t`My Profile`);
  return (
    <div className="page-work flex-1">
      <div className="shell pt-8 pb-24 md:pt-12">
        <h1 tabIndex={-1} className="font-title mb-7 text-4xl">
          <Trans>My Profile</Trans>
        </h1>
        {!profile && profilePending && <PageSpinner />}
        {!profile && !profilePending && (
          <ErrorState title={<Trans>Failed to load user</Trans>} onRetry={retryProfile}>
            {profileError instanceof AppError ? profileError.detail : null}
          </ErrorState>
        )}
        {profile && (
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
            <div className="grid grid-cols-1 gap-6">
              <Card className="grid grid-cols-1 gap-7 p-5 sm:p-6">
                <AvatarField profile={profile} />
                <ProfileForm key={profile.id} profile={profile} />
              </Card>
              <GuideNumber profile={profile} />
              <ResetPassword email={profile.email} />
            </div>
            <div className="grid grid-cols-1 gap-6">
              <MyActivity profile={profile} />
              <OpenInvites userId={profile.id}>
                {(list) => <Section title={<Trans>Invitations</Trans>}>{list}</Section>}
              </OpenInvites>
              <Roles profile={profile} />
              <WorkTerritory profile={profile} />
              <EmailSettings key={profile.id} userId={profile.id} />
              <NoticeSettings profile={profile} />
              <PushSettings key={`push ${profile.id}`} userId={profile.id} />
              <MyData />
              <DeleteAccount userId={profile.id} />
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
