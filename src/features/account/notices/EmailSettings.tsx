import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Failure } from '@/features/account/profile/Failure';
import { Section } from '@/features/account/profile/Section';
import { Checkbox } from '@/ui/form/controls';
import { noticesQuery } from './queries';
import { useChoices } from './use-choices';

/** Edits which optional emails a person gets: messages and trip reminders. */
export function EmailSettings({ userId }: { userId: string }) {
  const { t } = useLingui();
  const { data: choices, error } = useQuery(noticesQuery(userId));
  const { save, shown, failure } = useChoices(userId, choices);
  return (
    <Section title={<Trans>Emails I get</Trans>}>
      <p className="mb-4 text-ink-2">
        <Trans>You'll always get emails about tickets, refunds and changes to your trips.</Trans>
      </p>
      {error && choices === undefined && <Failure error={error} />}
      {failure && <Failure error={failure} />}
      {shown && (
        <div className="grid gap-1">
          <Checkbox
            label={t`Messages sent to me`}
            checked={shown.message}
            onChange={(event) => save({ message: event.target.checked })}
          />
          <Checkbox
            label={t`The evening before a trip: where, when, who with and what to bring`}
            checked={shown.reminder_evening}
            onChange={(event) => save({ reminder_evening: event.target.checked })}
          />
          <Checkbox
            label={t`Two hours before a trip that leaves before 9 AM`}
            checked={shown.reminder_soon}
            onChange={(event) => save({ reminder_soon: event.target.checked })}
          />
          <Checkbox
            label={t`The day after a trip: how was it?`}
            checked={shown.review_request}
            onChange={(event) => save({ review_request: event.target.checked })}
          />
        </div>
      )}
    </Section>
  );
}
