import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { workKeys } from '@/features/departures/day/queries';
import { formatTime } from '@/lib/format/dates';
import { Pending } from '@/ui/feedback/Pending';
import { StaleNotice } from '@/ui/feedback/StaleNotice';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { EmptyState, Skeleton } from '@/ui/feedback/states';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { DeclinedDates } from './DeclinedDates';
import { respondToSlot, type Slot, type SlotResponse, slotsQuery } from './queries';
import { SlotRow } from './SlotRow';

/** Groups the slots by experience. */
function byExperience(slots: readonly Slot[]): { id: string; title: string; slots: Slot[] }[] {
  const groups: { id: string; title: string; slots: Slot[] }[] = [];
  for (const slot of slots) {
    const last = groups.at(-1);
    if (last?.id === slot.experience_id) last.slots.push(slot);
    else groups.push({ id: slot.experience_id, title: slot.title, slots: [slot] });
  }
  return groups;
}

/** Shows the weekly time slots of the guide's experiences, which the guide accepts or declines. */
export function TimeSlots({ userId, status }: { userId: string; status: StatusControls }) {
  const { t } = useLingui();
  const query = useQuery(slotsQuery(userId));

  if (!query.data) {
    return (
      <Pending query={query} label={t`Loading time slots`}>
        <Skeleton className="h-40 rounded-lg!" />
        <Skeleton className="h-40 rounded-lg!" />
      </Pending>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <StaleNotice
        failed={query.isError}
        updatedAt={query.dataUpdatedAt}
        timeZone={query.data[0]?.time_zone}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
      {query.data.length === 0 ? (
        <EmptyState icon={<CalendarClock aria-hidden="true" />} title={<Trans>No time slots yet.</Trans>}>
          <Trans>Your time slots appear here once your region has scheduled them.</Trans>
        </EmptyState>
      ) : (
        <p className="max-w-prose text-sm text-ink-2">
          <Trans>
            If you can't make a time, decline it. Its upcoming bookings go to the next guide, or to your region's team
            if there isn't one.
          </Trans>
        </p>
      )}
      {byExperience(query.data).map((experience) => (
        <section key={experience.id} aria-labelledby={`slots-${experience.id}`} className="card px-4 pt-4 sm:px-5">
          <h2 id={`slots-${experience.id}`} className="text-lg font-bold [overflow-wrap:anywhere]">
            {experience.title}
          </h2>
          <ul className="mt-1 divide-y divide-line">
            {experience.slots.map((slot) => (
              <AnswerableSlot key={slot.slot_id} userId={userId} slot={slot} status={status} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Each slot is saved separately, so that a guide can answer several on a slow connection. */
function AnswerableSlot({ userId, slot, status }: { userId: string; slot: Slot; status: StatusControls }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [declining, setDeclining] = useState(false);
  const answer = useMutation({
    mutationFn: (response: SlotResponse) => respondToSlot(userId, slot.slot_id, response),
    onSuccess: async (_, response) => {
      await client.invalidateQueries({ queryKey: workKeys.all(userId) });
      status.success(response === 'accepted' ? t`Time slot accepted successfully` : t`Time slot declined successfully`);
    },
    // The dialog shows the failure while a slot is being declined.
    onError: (error) => !declining && status.failure(error),
  });
  return (
    <>
      <SlotRow
        slot={slot}
        busy={answer.isPending ? answer.variables : null}
        onAccept={() => answer.mutate('accepted')}
        onDecline={() => (slot.bookings > 0 ? setDeclining(true) : answer.mutate('declined'))}
      >
        <DeclinedDates userId={userId} slot={slot} status={status} />
      </SlotRow>
      {declining && (
        <DeclineDialog
          slot={slot}
          onCancel={() => setDeclining(false)}
          onConfirm={async () => {
            await answer.mutateAsync('declined');
            setDeclining(false);
          }}
        />
      )}
    </>
  );
}

/** Asks for confirmation only if guests have booked, because they would get another guide. */
function DeclineDialog(props: { slot: Slot; onCancel: () => void; onConfirm: () => Promise<void> }) {
  const { title, bookings } = props.slot;
  const time = formatTime(props.slot.start_time);
  return (
    <ConfirmDialog
      open
      onCancel={props.onCancel}
      onConfirm={props.onConfirm}
      title={<Trans>Decline this time slot?</Trans>}
      description={
        bookings === 1 ? (
          <Trans>
            You lead 1 upcoming booking of {title} at {time}. It'll go to the next guide, or to your region's team if
            there isn't one, and you'll no longer see it.
          </Trans>
        ) : (
          <Trans>
            You lead {bookings} upcoming bookings of {title} at {time}. They'll go to the next guide, or to your
            region's team if there isn't one, and you'll no longer see them.
          </Trans>
        )
      }
      confirm={<Trans>Decline</Trans>}
    />
  );
}
