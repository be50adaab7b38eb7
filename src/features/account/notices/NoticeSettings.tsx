import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '@/features/account/profile/Failure';
import type { Profile } from '@/features/account/profile/queries';
import { Section } from '@/features/account/profile/Section';
import { Checkbox } from '@/ui/form/controls';
import { noticesQuery } from './queries';
import { useChoices } from './use-choices';

/** Edits the notifications for people who run a region. Shows nothing for others. */
export function NoticeSettings({ profile }: { profile: Profile }) {
  const runs = profile.roles.some((role) => role === 'territory_manager' || role === 'territory_staff');
  return runs ? <OwnNotices key={profile.id} userId={profile.id} /> : null;
}

function OwnNotices({ userId }: { userId: string }) {
  const { t } = useLingui();
  const { data: choices, error } = useQuery(noticesQuery(userId));
  const { save, shown, failure } = useChoices(userId, choices);
  return (
    <Section title={<Trans>My notifications</Trans>}>
      <p className="mb-4 text-ink-2">
        <Trans>For the regions you work with. These settings are only yours, and end when you leave the team.</Trans>
      </p>
      {error && choices === undefined && <Failure error={error} />}
      {failure && <Failure error={failure} />}
      {shown && (
        <div className="grid grid-cols-1 gap-1">
          <Checkbox
            label={t`New bookings and guest cancellations, in my notifications`}
            checked={shown.booking_bell}
            onChange={(event) => save({ booking_bell: event.target.checked })}
          />
          <Checkbox
            label={t`The same by email; updates close together come in one email`}
            checked={shown.booking_mail}
            onChange={(event) => save({ booking_mail: event.target.checked })}
          />
          <Checkbox
            label={t`Tomorrow's departures, at 6 PM, in my notifications and by email`}
            checked={shown.tomorrow}
            onChange={(event) => save({ tomorrow: event.target.checked })}
          />
        </div>
      )}
    </Section>
  );
}
