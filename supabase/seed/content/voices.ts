import type { Language } from './types.ts';

/** A guest's text about a service. Each text is used once, in the reviews of its territory. */
export interface Voice {
  rating: 2 | 3 | 4 | 5;
  text: string;
  /** The reply of the guide, or of the manager if there is no guide. */
  reply?: string;
  /** The language of the writer. */
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
/** Marks a text as written by someone from Guatemala. */
export const gt = inLanguage({ language: 'es', country: 'GT' });

/** The texts by the key of the experience, or `transport/<key>`. */
export type Voices = Readonly<Record<string, readonly Voice[]>>;
