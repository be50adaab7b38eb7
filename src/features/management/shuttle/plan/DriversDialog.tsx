import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { z } from 'zod/mini';
import { workKeys } from '@/features/departures/day/queries';
import { departureKeys } from '@/features/management/calendar/queries';
import { formatLongDate } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { Pending } from '@/ui/feedback/Pending';
import { Skeleton } from '@/ui/feedback/states';
import { Checkbox } from '@/ui/form/controls';
import { Form, FormProblems } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { choicesQuery } from '../queries';
import { runName } from './PlanRow';
import { type PlannedRun, setDepartureDrivers } from './queries';

const schema = z.object({ drivers: z.array(z.string()) });

interface Props {
  userId: string;
  territoryId: string;
  planned: PlannedRun;
  /** The departures of the same day, to show who drives elsewhere. */
  sameDay: readonly PlannedRun[];
  onClose: () => void;
  onDone: () => void;
}

/** Chooses who drives a departure on one date. The weekly schedule stays. */
export default function DriversDialog({ userId, territoryId, planned, sameDay, onClose, onDone }: Props) {
  const { t } = useLingui();
  const id = useId();
  const client = useQueryClient();
  const choices = useQuery(choicesQuery(userId, territoryId));
  const expected = planned.drivers.map(({ driver_id }) => driver_id);
  const refetch = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: workKeys.all(userId) }),
      client.invalidateQueries({ queryKey: departureKeys.all }),
    ]);
  const form = useForm({
    schema,
    values: { drivers: expected },
    save: ({ drivers }) => setDepartureDrivers(planned, expected, drivers),
    onSaved: async () => {
      await refetch();
      onDone();
    },
  });
  const weekly = useMutation({
    mutationFn: () => setDepartureDrivers(planned, expected, null),
    onSuccess: async () => {
      await refetch();
      onDone();
    },
  });
  const busy = form.sending || weekly.isPending;
  const title = runName(planned);
  const day = formatLongDate(planned.service_date);
  return (
    <Dialog
      kind={innerWidth < 640 ? 'sheet' : 'center'}
      open
      onOpenChange={(next) => !next && !busy && onClose()}
      title={<Trans>Change drivers</Trans>}
      description={t`${title}, ${day}. This changes only this date. We'll notify the drivers.`}
      actions={
        <>
          {planned.is_set && (
            <Button variant="ghost" busy={weekly.isPending} disabled={busy} onClick={() => weekly.mutate()}>
              <Trans>Use weekly schedule</Trans>
            </Button>
          )}
          <Button onClick={onClose} disabled={busy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} variant="primary" busy={form.sending} disabled={!choices.data}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <Form
        form={form}
        id={id}
        className="grid gap-4"
        ownProblems
        onReload={() => {
          void refetch();
          onClose();
        }}
      >
        <FailureAlert error={weekly.error} />
        {choices.data ? (
          <Drivers
            drivers={choices.data.drivers}
            chosen={form.values.drivers}
            elsewhere={(driver) => elsewhere(driver, planned, sameDay)}
            onChange={(drivers) => form.setValue('drivers', drivers)}
          />
        ) : (
          <Pending query={choices} label={t`Loading drivers`}>
            <Skeleton className="h-24 rounded-lg!" />
          </Pending>
        )}
        <FormProblems />
      </Form>
    </Dialog>
  );
}

/** Returns the names of a driver's other departures on the same day. */
function elsewhere(driverId: string, { slot_id }: PlannedRun, sameDay: readonly PlannedRun[]): string {
  return sameDay
    .filter((one) => one.slot_id !== slot_id)
    .filter(({ drivers }) => drivers.some((one) => one.driver_id === driverId && one.answer !== 'declined'))
    .map(runName)
    .join('; ');
}

interface DriversProps {
  drivers: readonly { driver_id: string; full_name: string }[];
  chosen: readonly string[];
  elsewhere: (driverId: string) => string;
  onChange: (chosen: string[]) => void;
}

function Drivers({ drivers, chosen, elsewhere, onChange }: DriversProps) {
  const { t } = useLingui();
  if (drivers.length === 0)
    return (
      <p className="text-ink-2">
        <Trans>There are no active drivers.</Trans>
      </p>
    );
  return (
    <fieldset className="grid gap-1">
      <legend className="label mb-1">
        <Trans>Drivers on this date</Trans>
      </legend>
      {drivers.map(({ driver_id: driver, full_name: name }) => {
        const other = elsewhere(driver);
        return (
          <Checkbox
            key={driver}
            checked={chosen.includes(driver)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, driver] : chosen.filter((one) => one !== driver))
            }
            label={other ? t`${name} (also drives ${other})` : name}
          />
        );
      })}
      {chosen.length === 0 && (
        <p className="text-sm font-semibold text-warn-text">
          <Trans>Without a driver, this departure is shown as a gap.</Trans>
        </p>
      )}
    </fieldset>
  );
}
