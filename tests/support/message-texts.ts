import { parse, type Token } from '@messageformat/parser';

/** A placeholder for a value. */
export const VALUE = '\uFFFC';
/** A placeholder for a plural's number. */
export const NUMBER = '#';

/** Returns every text of a message, with its elements: one for each combination of plurals and choices. */
function variantsOf(tokens: readonly Token[]): string[] {
  return tokens.reduce<string[]>(
    (before, token) => before.flatMap((text) => partsOf(token).map((part) => text + part)),
    [''],
  );
}

function partsOf(token: Token): string[] {
  if (token.type === 'content') return [token.value];
  if (token.type === 'octothorpe') return [NUMBER];
  return 'cases' in token ? token.cases.flatMap(({ tokens }) => variantsOf(tokens)) : [VALUE];
}

/** Returns a message's texts between its elements: 'I accept the', 'waiver'. */
export function textsOf(message: string): string[] {
  const texts = variantsOf(parse(message)).flatMap((variant) => variant.split(/<\/?\w+\/?>/));
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}
