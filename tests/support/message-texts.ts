import { parse, type Token } from '@messageformat/parser';

/** Stands for a value in a text. */
export const VALUE = '\uFFFC';
/** And for the number of a plural. */
export const NUMBER = '#';

/** Every text that one message can become, with its elements still in it: one for each way through its plurals and choices. */
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

/** The texts that a message puts on a page, each between two elements: 'I accept the', 'waiver'. */
export function textsOf(message: string): string[] {
  const texts = variantsOf(parse(message)).flatMap((variant) => variant.split(/<\/?\w+\/?>/));
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}
