import { PriceTag } from './PriceTag';
import type { BookingType, Service } from './types';
import { wording } from './wording';

/** The top of the panel: what it is for, where the spec titles it, and the price. */
export function PanelHead({ service, type }: { service: Service; type: BookingType }) {
  return (
    <div className="px-5 pt-4 pb-3 sm:px-6">
      {service.kind === 'transport' && <h2 className="mb-1 text-lg font-bold">{wording(service.kind).title}</h2>}
      <PriceTag service={service} type={type} className="text-2xl" />
    </div>
  );
}
