import { msg } from '@lingui/core/macro';
import { isPlainName, nameNotPlain } from '@/ui/form/text-rules';
import type { TranslatedTexts } from '../catalogue/translations';

export const TERRITORY_TEXTS = {
  name: { label: msg`Name`, limit: 120, refusal: (name) => (isPlainName(name) ? null : nameNotPlain()) },
  summary: { label: msg`Summary`, limit: 200 },
  description: { label: msg`Description`, limit: 10_000 },
  meeting_point: { label: msg`Where guests meet`, limit: 500 },
} satisfies TranslatedTexts;
