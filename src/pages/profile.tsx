import { Trans, useLingui } from '@lingui/react/macro';
import { useSession } from '@/features/auth/session';
import { DeleteAccount } from '@/features/profile/delete/DeleteAccount';
import { AvatarField } from '@/features/profile/edit/AvatarField';
import { MyActivity } from '@/features/profile/edit/MyActivity';
import { ProfileForm } from '@/features/profile/edit/ProfileForm';
import { Roles } from '@/features/profile/edit/Roles';
import { MyData, ResetPassword } from '@/features/profile/edit/Security';
import { WorkRegion } from '@/features/profile/edit/WorkRegion';
import { AppError } from '@/lib/errors';
import { useTitle } from '@/lib/use-title';
import { Card } from '@/ui/Card';
import { PageSpinner } from '@/ui/Spinner';
import { ErrorState } from '@/ui/states';

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
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <div className="grid gap-6">
              <Card className="grid gap-7 p-5 sm:p-6">
                <AvatarField profile={profile} />
                <ProfileForm key={profile.id} profile={profile} />
              </Card>
              <ResetPassword email={profile.email} />
            </div>
            <div className="grid gap-6">
              <MyActivity profile={profile} />
              <Roles profile={profile} />
              <WorkRegion profile={profile} />
              <MyData />
              <DeleteAccount userId={profile.id} />
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
