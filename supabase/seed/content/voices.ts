/** What a guest writes about one service. Each text stands once, in the reviews of its territory. */
export interface Voice {
  rating: 2 | 3 | 4 | 5;
  text: string;
  /** What the guide answers, or the manager where nobody guides. */
  reply?: string;
  /** Written by somebody whose language it is. */
  spanish?: true;
}

export const en = (rating: Voice['rating'], text: string, reply?: string): Voice =>
  reply === undefined ? { rating, text } : { rating, text, reply };
export const es = (rating: Voice['rating'], text: string, reply?: string): Voice => ({
  ...en(rating, text, reply),
  spanish: true,
});

/** By the key of the experience, or `transport/<key>`. */
export type Voices = Readonly<Record<string, readonly Voice[]>>;
