import { SERVICE_KINDS } from '@/features/catalogue/service-kind';
import { useOpenParam } from '@/lib/routing/use-open-param';
import { isDate } from '@/ui/filter/use-url-state';
import type { DepartureRef } from './queries';

const UUID = '[0-9a-f-]{36}';
const SHAPE = new RegExp(`^([a-z]+)\\.(${UUID})\\.(${UUID})\\.([0-9-]{10})$`);

/** Parses for example 'experience.<service>.<slot>.2026-10-14'. */
export function parseDeparture(text: string | null): DepartureRef | null {
  const [, kindText, serviceId, slotId, date] = SHAPE.exec(text ?? '') ?? [];
  const kind = SERVICE_KINDS.find((one) => one === kindText);
  if (!kind || !serviceId || !slotId || !date || !isDate(date)) return null;
  return { kind, serviceId, slotId, date };
}

export const printDeparture = ({ kind, serviceId, slotId, date }: DepartureRef): string =>
  [kind, serviceId, slotId, date].join('.');

/** Keeps the departure of the open drawer in the URL. */
export const useOpenDeparture = () => useOpenParam('departure', parseDeparture, printDeparture);
