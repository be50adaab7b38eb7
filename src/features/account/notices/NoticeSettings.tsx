import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '@/features/account/profile/Failure';
import type { Profile } from '@/features/account/profile/queries';
import { Section } from '@/features/account/profile/Section';
import { Checkbox } from '@/ui/form/controls';
import { noticesQuery } from './queries';
import { useChoices } from './use-choices';

/** What who runs a region hears of; each chooses for themselves. Nothing is drawn for others. */
export function NoticeSettings({ profile }: { profile: Profile }) {
  const runs = profile.roles.some((role) => role === 'territory_manager' || role === 'territory_staff');
  return runs ? <OwnNotices key={profile.id} userId={profile.id} /> : null;
}

function OwnNotices({ userId }: { userId: string }) {
  const { t } = useLingui();
  const { data: choices, error } = useQuery(noticesQuery(userId));
  const { save, shown, failure } = useChoices(userId, choices);
  return (
    <Section title={<Trans>What I hear of</Trans>}>
      <p className="mb-4 text-ink-2">
        <Trans>Of the regions that you work for. It counts for you alone, and stops when you leave the team.</Trans>
      </p>
      {error && choices === undefined && <Failure error={error} />}
      {failure && <Failure error={failure} />}
      {shown && (
        <div className="grid gap-1">
          <Checkbox
            label={t`New bookings, and cancellations by guests, in the bell`}
            checked={shown.booking_bell}
            onChange={(event) => save({ booking_bell: event.target.checked })}
          />
          <Checkbox
            label={t`The same by email; news that comes close together comes in one email`}
            checked={shown.booking_mail}
            onChange={(event) => save({ booking_mail: event.target.checked })}
          />
          <Checkbox
            label={t`What leaves tomorrow, at 6 PM, in the bell and by e-mail`}
            checked={shown.tomorrow}
            onChange={(event) => save({ tomorrow: event.target.checked })}
          />
        </div>
      )}
    </Section>
  );
}
