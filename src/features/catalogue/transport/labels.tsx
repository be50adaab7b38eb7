import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowRight, Bus, Car, type LucideIcon, Ship } from 'lucide-react';

const ICONS: Record<string, LucideIcon> = { boat: Ship, shuttle: Bus, car: Car };

/** A row of transport_types. */
export interface TransportType {
  id: string;
  name: string;
}

export function typeName({ id, name }: TransportType): string {
  const known: Record<string, string> = { boat: t`Boat`, shuttle: t`Shuttle`, car: t`Car` };
  return known[id] ?? name;
}

export function TypeIcon({ id, className }: { id: string; className?: string }) {
  const Icon = ICONS[id] ?? Bus;
  return <Icon aria-hidden="true" className={className} />;
}

export function TypeLabel({ type }: { type: TransportType }) {
  return (
    <>
      <TypeIcon id={type.id} />
      {typeName(type)}
    </>
  );
}

interface JourneyProps {
  from: string;
  to: string | null;
  /** The languages of the two texts, if they aren't the page's. */
  fromLang?: string | undefined;
  toLang?: string | undefined;
  className?: string;
}

/** Shows where transport leaves from and, if set, where it goes. */
export function Journey({ from, to, fromLang, toLang, className }: JourneyProps) {
  return (
    <span className={className}>
      <span lang={fromLang}>{from}</span>
      {to && (
        <>
          <ArrowRight aria-hidden="true" className="mx-1.5 inline size-3.5 align-[-.125em]" />
          <span className="sr-only">
            <Trans>to</Trans>{' '}
          </span>
          <span lang={toLang}>{to}</span>
        </>
      )}
    </span>
  );
}
