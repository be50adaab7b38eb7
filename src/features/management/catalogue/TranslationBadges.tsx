import { t } from '@lingui/core/macro';
import { languageName } from '@/lib/i18n/intl';
import type { Json } from '@/types/database';
import { Badge } from '@/ui/Badge';
import { furtherLanguages, translationStates } from './translations';

interface Props {
  language: string;
  /** The further languages, and their state relative to the original: {"es": "older"}. */
  translated: Json;
}

/** Missing or outdated translations of a row. */
export function TranslationBadges({ language: original, translated }: Props) {
  const states = translationStates(translated);
  return furtherLanguages(original)
    .filter(({ code }) => states[code] !== 'current')
    .map(({ code }) => {
      const language = languageName(code);
      return (
        <Badge key={code} tone="line">
          {states[code] === 'older' ? t`${language} out of date` : t`No ${language} yet`}
        </Badge>
      );
    });
}
