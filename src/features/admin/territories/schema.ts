import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { allProblems } from '@/features/management/catalogue/problems';
import { type TranslatedColumns, textProblems, translatedShape } from '@/features/management/catalogue/translations';
import { TERRITORY_TEXTS } from '@/features/management/settings/territory-texts';
import { isEmail } from '@/lib/format/email';
import { plainText } from '@/lib/format/plain-text';
import { isPlainName, nameNotPlain, optionalText, requiredName, requiredText } from '@/ui/form/text-rules';

export const territorySchema = z.object({
  name: requiredName(() => t`Territory name is required`, 120),
  description: requiredText(() => t`Description is required`, 10_000),
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  visible: z.boolean(),
  image_urls: z.array(z.string()).check(z.minLength(1, { error: () => t`At least one image is required` })),
  video_urls: z.array(z.string()),
});
export type TerritoryInput = z.infer<typeof territorySchema> & TranslatedColumns;

/** The manager to invite. If the address is empty, no one is invited. */
export const managerShape = {
  manager_name: optionalText(120).check(z.refine(isPlainName, { error: nameNotPlain })),
  manager_email: z.string().check(
    z.trim(),
    z.refine((text) => text === '' || isEmail(text), { error: () => t`Please enter a valid email address` }),
  ),
};
const managerSchema = z.object(managerShape);
/** Only for a new region. Later they are among its settings. */
const localShape = { currency_code: z.string(), time_zone: z.string() };
const localSchema = z.object(localShape);
export type NewTerritory = TerritoryInput & z.infer<typeof managerSchema> & z.infer<typeof localSchema>;

const ORDER = ['name', 'description', 'translations'];

export const territoryFormSchema = z
  .extend(territorySchema, { ...managerShape, ...localShape, ...translatedShape })
  .check(allProblems(ORDER, (values) => textProblems(values, TERRITORY_TEXTS)));
export type TerritoryValues = z.infer<typeof territoryFormSchema>;

/**
 * Returns a territory's id in characters that are valid in URLs, such as 'rio-dulce' for 'Río Dulce'. Returns an
 * empty text if no character is valid.
 */
export function slugOf(name: string): string {
  return plainText(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-|-$/g, '');
}

/**
 * Returns a free id. It ends in a number if an archived territory has the id of this name. A name without Latin
 * characters becomes 'region' with a number. Returns null if none is free.
 */
export function freeSlug(
  name: string,
  territories: readonly { id: string; archived_at: string | null }[],
): string | null {
  const own = slugOf(name);
  const slug = own || 'region';
  const holder = (id: string) => territories.find((territory) => territory.id === id);
  for (let n = 1; n < 100; n += 1) {
    const id = n === 1 ? slug : `${slug.slice(0, 76)}-${n}`;
    // The database refuses an existing id, and the form shows that.
    if (own ? !holder(id)?.archived_at : !holder(id)) return id;
  }
  return null;
}
