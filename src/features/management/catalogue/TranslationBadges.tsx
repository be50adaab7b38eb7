import { t } from '@lingui/core/macro';
import { languageName } from '@/lib/i18n/intl';
import type { Json } from '@/types/database';
import { Badge } from '@/ui/Badge';
import { furtherLanguages, translationStates } from './translations';

interface Props {
  language: string;
  /** The other languages and whether each is up to date, such as {"es": "older"}. */
  translated: Json;
}

/** Shows which translations of a row are missing or outdated. */
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
