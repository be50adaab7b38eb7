import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { type RefusedColumn, refusedField } from '@/features/management/transport/saving/refusals';
import { requiredLine, requiredText } from '@/ui/form/text-rules';
import type { Service, ServiceInput } from './queries';

/** Every field that is empty has the same sentence. */
const missing = () => t`Please fill in all required fields`;
const required = z.string().check(z.trim(), z.minLength(1, { error: missing }));
const text = (limit: number) => requiredText(missing, limit);
const number = (fits: (n: number) => boolean, error: () => string) =>
  z.pipe(
    z.nullable(z.union([z.number(), z.nan()])).check(
      z.refine((value) => value !== null, { error: missing, abort: true }),
      z.refine((value) => value === null || fits(value), { error }),
    ),
    z.number(),
  );

export const serviceSchema = z.object({
  title: requiredLine(missing, 160),
  description: text(10_000),
  price: number(
    (n) => n >= 0.01 && n <= 1_000_000,
    () => t`Please set a valid shared price`,
  ),
  spots: number(
    (n) => Number.isInteger(n) && n >= 1 && n <= 1000,
    () => t`Please set a valid maximum number of spots`,
  ),
  /** The id of a pickup location, or a name where the territory has none of its own. */
  pickup: text(160),
  departure: required.check(
    z.regex(/^$|^([01]\d|2[0-3]):[0-5]\d/, { error: () => t`Please set a departure time for the shuttle service` }),
  ),
  duration: number(
    (n) => n >= 0.1 && n <= 240,
    () => t`Please set a valid journey duration`,
  ),
  image_urls: z.array(z.string()),
});
export type ServiceValues = z.input<typeof serviceSchema>;

/** What the price of the form stands for: a car load where there are no seats for sale. */
const soldWhole = (service: Service | null) => service?.booking_type === 'private';

export function valuesOf(service: Service | null): ServiceValues {
  if (!service) {
    return {
      title: '',
      description: '',
      price: null,
      spots: 10,
      pickup: '',
      departure: '',
      duration: null,
      image_urls: [],
    };
  }
  return {
    title: service.title,
    description: service.description,
    price: soldWhole(service) ? service.private_price : service.shared_price,
    spots: service.max_spots,
    pickup: service.pickup_location_id ?? service.pickup_location,
    departure: service.departure_time?.slice(0, 5) ?? '',
    duration: service.duration_hours,
    image_urls: service.image_urls,
  };
}

interface Place {
  id: string;
  name: string;
}

/**
 * The form as a row. All seats of a new service are for sale, and stay so when it grows; where the territory sells fewer than
 * there are, that number stays, within the new one.
 */
export function inputOf(
  values: z.output<typeof serviceSchema>,
  service: Service | null,
  places: readonly Place[],
): ServiceInput {
  const { title, description, image_urls, spots } = values;
  const price = Math.round(values.price * 100) / 100;
  const place = places.find(({ id }) => id === values.pickup);
  const allForSale = !service || service.available_spots >= service.max_spots;
  return {
    title,
    description,
    image_urls,
    shared_price: soldWhole(service) ? (service?.shared_price ?? null) : price,
    private_price: soldWhole(service) ? price : (service?.private_price ?? null),
    max_spots: spots,
    available_spots: allForSale ? spots : Math.min(service.available_spots, spots),
    pickup_location: place?.name ?? values.pickup,
    pickup_location_id: place?.id ?? null,
    departure_time: values.departure,
    duration_hours: Math.round(values.duration * 10) / 10,
  };
}

const FIELD_OF: Partial<Record<RefusedColumn, keyof ServiceValues>> = {
  shared_price: 'price',
  private_price: 'price',
  max_spots: 'spots',
  min_spots: 'spots',
  available_spots: 'spots',
  pickup_location_id: 'pickup',
  departure_time: 'departure',
  duration_hours: 'duration',
};

/** What the database refused, beside the field that it is about; the error itself where this form has no field for it. */
export const fieldRefusal = (error: unknown): unknown => refusedField(error, (column) => FIELD_OF[column]);
