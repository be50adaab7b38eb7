import { SERVICE_KINDS } from '@/features/catalogue/service-kind';
import { useOpenParam } from '@/lib/routing/use-open-param';
import { isDate } from '@/ui/filter/use-url-state';
import type { DepartureRef } from './queries';

const UUID = '[0-9a-f-]{36}';
const SHAPE = new RegExp(`^([a-z]+)\\.(${UUID})\\.(${UUID}|any)\\.([0-9-]{10})$`);

/** 'experience.<service>.<slot>.2026-10-14'; transport's slot is 'any'. */
export function parseDeparture(text: string | null): DepartureRef | null {
  const [, kindText, serviceId, slot, date] = SHAPE.exec(text ?? '') ?? [];
  const kind = SERVICE_KINDS.find((one) => one === kindText);
  if (!kind || !serviceId || !slot || !date || !isDate(date)) return null;
  return { kind, serviceId, timeslotId: slot === 'any' ? null : slot, date };
}

export const printDeparture = ({ kind, serviceId, timeslotId, date }: DepartureRef): string =>
  [kind, serviceId, timeslotId ?? 'any', date].join('.');

/** The open drawer's departure is in the address, like a booking's. */
export const useOpenDeparture = () => useOpenParam('departure', parseDeparture, printDeparture);
