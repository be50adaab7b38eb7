import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { BrowserContext } from '@playwright/test';
import pseudolocale from 'pseudolocale';
import { SHELL } from '../../../scripts/build/files.ts';
import { catalogue } from '../../support/catalogue.ts';

/** Returns the text between elements with accents and doubled vowels, about forty per cent longer. */
const lengthened = (text: string): string =>
  text
    .split(/(<\/?\w+\/?>)/)
    .map((part) =>
      part.startsWith('<') ? part : pseudolocale(part.replace(/[aeiou]/gi, '$&$&'), { prepend: '', append: '' }),
    )
    .join('');

/** Returns a text like '[!!! Ɓōōōōķ ńōōŵ !!!]', which is longer than any language, with visible ends. */
function pseudo(message: string) {
  const compiled = compileMessageOrThrow(message, lengthened);
  const parts = typeof compiled === 'string' ? [compiled] : compiled;
  return ['[!!! ', ...parts, ' !!!]'];
}

let made: string | undefined;

/** Returns the built module of the Spanish catalogue, made once. */
function pseudoCatalogue(): string {
  if (made) return made;
  const messages = JSON.stringify(Object.fromEntries(catalogue('es').map(({ id, english }) => [id, pseudo(english)])));
  made = `export const messages = JSON.parse(${JSON.stringify(messages)});`;
  return made;
}

/**
 * Serves a pseudo-translation below `/es` in this context. The request for the Spanish catalogue gets one made from
 * the English texts. Built HTML is skipped, so that the app renders everything.
 */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  const body = pseudoCatalogue();
  await context.route('**/assets/messages-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await context.route(/\/es(\/|\?|$)/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    // Retries once, as browsers do, because a reused connection may have been closed.
    const url = new URL(`/${SHELL}`, route.request().url()).href;
    await route.fulfill({ response: await route.fetch({ url, maxRetries: 1 }) });
  });
}
