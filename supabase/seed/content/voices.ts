import type { Language } from './types.ts';

/** A guest's text about a service. Each text is used once, in the reviews of its territory. */
export interface Voice {
  rating: 2 | 3 | 4 | 5;
  text: string;
  /** The reply of the guide, or the manager where nobody guides. */
  reply?: string;
  /** The writer's own. */
  language: Language;
  /** Where the writer comes from, if the text says so. */
  country?: 'GT';
}

const inLanguage =
  (voice: Pick<Voice, 'language' | 'country'>) =>
  (rating: Voice['rating'], text: string, reply?: string): Voice => ({
    rating,
    text,
    ...voice,
    ...(reply === undefined ? {} : { reply }),
  });

export const en = inLanguage({ language: 'en' });
export const es = inLanguage({ language: 'es' });
/** Written by someone from the country. */
export const gt = inLanguage({ language: 'es', country: 'GT' });

/** By the key of the experience, or `transport/<key>`. */
export type Voices = Readonly<Record<string, readonly Voice[]>>;
