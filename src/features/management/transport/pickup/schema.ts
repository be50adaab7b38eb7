import { msg, t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { webLink } from '@/lib/format/web-link';
import { optionalText, requiredText } from '@/ui/form/text-rules';
import { allProblems } from '../../catalogue/problems';
import { lineRefusal, type TranslatedTexts, textProblems, translatedShape } from '../../catalogue/translations';

export const PICKUP_TEXTS = {
  name: { label: msg`Name`, limit: 160, refusal: lineRefusal },
  directions: { label: msg`Directions`, limit: 2000 },
} satisfies TranslatedTexts;

const ORDER = ['name', 'directions', 'translations', 'map_link'];

/** The database checks whether the name is already used. */
export const pickupSchema = z
  .object({
    name: requiredText(() => t`Name is required`, 160),
    directions: optionalText(2000),
    map_link: z.string().check(
      z.trim(),
      z.refine((link) => link === '' || (link.length <= 2000 && webLink(link) !== undefined), {
        error: () => t`Please enter a link that starts with http:// or https://`,
      }),
    ),
    ...translatedShape,
  })
  .check(allProblems(ORDER, (values) => textProblems(values, PICKUP_TEXTS)));
