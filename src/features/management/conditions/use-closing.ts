import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Done } from '@/features/departures/cancelling/CancelDepartureDialog';
import { safeToRepeat } from '@/features/departures/cancelling/safe-to-repeat';
import { AppError } from '@/lib/api/errors';
import { closedPreviewQuery, saveCondition } from './queries';
import type { ConditionValues } from './schema';

/** Returns whether departures are cancelled together with the alert. */
export const isCancelling = ({ state, cancel }: ConditionValues): boolean => state === 'closed' && cancel;

/** Returns whether the form has enough values to find the departures. */
export const isKnown = ({ starts_at, ends_at, touches_all, service_ids }: ConditionValues): boolean =>
  starts_at < ends_at && (touches_all || service_ids.length > 0);

/**
 * Returns the preview of the cancellations, refetched when times or services change. Null while those aren't known.
 */
export function useClosing(territoryId: string, values: ConditionValues) {
  const { starts_at, ends_at, touches_all, service_ids } = values;
  const asked = isCancelling(values) && isKnown(values);
  const query = useQuery({
    ...closedPreviewQuery(territoryId, { starts_at, ends_at, touches_all, service_ids }),
    enabled: asked,
  });
  return asked ? query : null;
}

interface Closing {
  territoryId: string;
  preview: Done['preview'] | undefined;
}

/**
 * Saves an alert and cancels what the form has shown. The key depends on the content, so that repeated clicks count
 * once.
 */
export function useSaveCondition({ territoryId, preview }: Closing) {
  const pressed = useRef({ of: '', key: '' });
  const done = useRef<Done | null>(null);
  async function save(values: ConditionValues, record: { id: string; expectedVersion: number | null; key: string }) {
    if (!isCancelling(values)) return void (await saveCondition(territoryId, record, values, null));
    if (!preview) throw new AppError('not_known_yet', t`Please wait until you see what happens to the bookings`);
    const departures = preview.departures.filter(({ outcome }) => outcome === 'cancel');
    const of = JSON.stringify([values, departures]);
    if (pressed.current.of !== of) pressed.current = { of, key: crypto.randomUUID() };
    const cancel = departures.length > 0 ? { key: pressed.current.key, departures } : null;
    try {
      const cancellation = await saveCondition(territoryId, record, values, cancel);
      done.current = cancellation && { cancellation, preview };
    } catch (error) {
      throw safeToRepeat(error);
    }
  }
  return { save, done };
}
